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

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.util.Redactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is generated from the options is there, fresh and true. */
class ConfigReferenceTest {
  private static final Path BASE = Path.of(System.getProperty("tidegate.basedir"));
  private static final String HOW =
      "%s is stale. Regenerate it: mvn -B test -Dtest=ConfigReferenceTest -Dtidegate.regenerate=true";

  @Test
  void thePageIsFresh() throws IOException {
    isFresh("docs/configuration.md", ConfigReference.markdown());
  }

  @Test
  void referenceConfIsFresh() throws IOException {
    isFresh("src/main/resources/reference.conf", ReferenceConf.text());
  }

  private static void isFresh(String file, String expected) throws IOException {
    Path path = BASE.resolve(file);
    if (Boolean.getBoolean("tidegate.regenerate")) {
      Files.createDirectories(path.getParent());
      Files.writeString(path, expected);
    }
    String found = Files.exists(path) ? Files.readString(path) : "";
    assertThat(found).as(HOW, file).isEqualTo(expected);
  }

  @Test
  void referenceConfIsAFileThatTheParserTakesAndItChangesNothing() {
    HoconFile file = new HoconFile("reference.conf", ReferenceConf.text());
    assertThat(ConfigParser.parse(Map.of(), file, Redactor.standard()))
        .isEqualTo(ConfigParser.parse(Map.of(), null, Redactor.standard()));
  }

  @Test
  void everyDefaultIsAValueOfItsOption() throws WrongValueException {
    for (ConfigOption<?> option : Options.ALL) {
      String fallback = option.fallback().text();
      if (fallback != null) {
        Object value = option.type().parse(new RawValue.Text(fallback));
        assertThat(value).as(option.key()).isNotNull();
      }
    }
  }

  @Test
  void thePageHoldsEveryOptionAndEveryRule() {
    String page = ConfigReference.markdown();
    for (ConfigOption<?> option : Options.ALL) {
      assertThat(page).contains(option.key() + "`", option.description());
    }
    for (FrontierRule rule : FrontierRule.values()) {
      assertThat(page).contains("`" + rule.key() + "`: " + rule.assumption());
    }
  }

  @Test
  void keysAreUniqueAndHaveAVersion() {
    HashSet<String> keys = new HashSet<>();
    for (ConfigOption<?> option : Options.ALL) {
      assertThat(keys.add(option.key())).as(option.key()).isTrue();
      assertThat(option.since()).matches("[0-9]+[.][0-9]+[.][0-9]+");
    }
    assertThat(keys)
        .contains(
            "config",
            "failOnInvalidConf",
            "controlTable",
            "lineageTable",
            "offset.incompleteWhen",
            "maxFutureSkew",
            "recovery.maxElapsed")
        .hasSize(31);
  }
}
