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
package io.tidegate.internal.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.api.HoldCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the command line says about a code is what the documentation says. */
class HoldAdviceTest {
  private static final Path DOC =
      Path.of(System.getProperty("tidegate.basedir", ""), "docs", "holds.md");

  @Test
  void saysWhatTheDocumentationSays() throws IOException {
    List<String> rows =
        Files.readAllLines(DOC).stream().filter(line -> line.startsWith("| `")).toList();
    assertThat(
            Arrays.stream(HoldCode.values())
                .map(
                    code ->
                        "| `%s` | %s | %s |"
                            .formatted(
                                code, HoldAdvice.on(code).meaning(), HoldAdvice.on(code).remedy())))
        .as("the rows of %s", DOC)
        .containsExactlyElementsOf(rows);
  }

  @Test
  void plainTextHasNoMarks() {
    assertThat(Arrays.stream(HoldCode.values()).map(code -> HoldAdvice.on(code).plain()))
        .allSatisfy(
            advice -> {
              assertThat(advice.meaning() + advice.remedy()).doesNotContain("`", "](", "[");
              assertThat(advice.meaning()).endsWith(".").matches("[A-Z].*");
              assertThat(advice.remedy()).endsWith(".").matches("[A-Z].*");
            });
    assertThat(HoldAdvice.on(HoldCode.REFUSED).plain().remedy())
        .isEqualTo("See recovery: correct what fails, and resume it or wait for the probe.");
  }

  @Test
  void aCodeOfANewerVersionHasNone() {
    assertThat(HoldAdvice.on("A_NEW_CODE")).isEmpty();
    assertThat(HoldAdvice.on((String) null)).isEmpty();
  }
}
