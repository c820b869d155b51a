/*
 * Copyright 2026 The Tidegate authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.tidegate.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.util.Redactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every example works as it stands. */
class ConfExamplesTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("tidegate.basedir"), "conf-examples");

  @TestFactory
  Stream<DynamicTest> everyExampleIsRight() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(EXAMPLES)) {
      files = all.filter(f -> f.toString().endsWith(".conf")).sorted().toList();
    }
    assertThat(files).hasSizeGreaterThanOrEqualTo(3);
    return files.stream()
        .map(
            file ->
                DynamicTest.dynamicTest(
                    EXAMPLES.relativize(file).toString(),
                    () -> assertThat(load(file).queries()).isNotEmpty()));
  }

  @Test
  void theHoconExampleHasEveryOption() throws IOException {
    HoconFile file =
        new HoconFile("tidegate.conf", Files.readString(EXAMPLES.resolve("tidegate.conf")));
    Problems problems = new Problems(Redactor.standard());
    List<RawSetting> given = HoconSource.read(file, Redactor.standard(), problems);
    assertThat(given.stream().map(s -> s.address().option()).collect(Collectors.toSet()))
        .containsExactlyInAnyOrderElementsOf(
            Options.ALL.stream()
                .filter(o -> o.scope() != ConfigOption.Scope.SPARK_ONLY)
                .map(ConfigOption::key)
                .toList());
  }

  private static TidegateSettings load(Path file) throws IOException {
    Map<String, String> conf = new TreeMap<>(Map.of("spark.master", "local[2]"));
    String text = Files.readString(file);
    HoconFile hocon = null;
    if (SparkDefaults.isOne(text)) {
      conf.putAll(SparkDefaults.read(text));
    } else {
      hocon = new HoconFile(file.getFileName().toString(), text);
    }
    return ConfigParser.parse(conf, hocon, Redactor.standard());
  }
}
