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
package io.tidegate.internal.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTest {
  private static final String HIDDEN = "*********(redacted)";

  private final Redactor standard = Redactor.standard();

  @ParameterizedTest
  @ValueSource(strings = {"db.PASSWORD", "my.Secret", "aws.access.key", "x.accesskey", "apiToken"})
  void aKeyThatLooksSecretHidesItsWholeValue(String key) {
    assertThat(standard.value(key, "hunter2")).isEqualTo(HIDDEN);
  }

  @Test
  void aValueThatLooksSecretIsHiddenWhateverItsKey() {
    assertThat(standard.value("spark.tidegate.controlTable", "s3a://b/?password=hunter2"))
        .isEqualTo(HIDDEN);
    assertThat(standard.value("spark.tidegate.heartbeat", "5m")).isEqualTo("5m");
  }

  @ParameterizedTest
  @CsvSource({
    "s3a://user:hunter2@bucket/a, s3a://*********(redacted)@bucket/a",
    "cannot open jdbc://u:h@nter@db:1/x today, cannot open jdbc://*********(redacted)@db:1/x today",
    "'a://u:p@h and b+c.d-e://v:q@i', 'a://*********(redacted)@h and b+c.d-e://*********(redacted)@i'",
    "https://hunter2@h/x, https://*********(redacted)@h/x",
    // A container before an at sign is part of a plain address.
    "abfss://data@account.dfs.core.windows.net/a, abfss://data@account.dfs.core.windows.net/a",
    "host:9092/x@y, host:9092/x@y",
    "kafka://host:9092/x@y, kafka://host:9092/x@y"
  })
  void credentialsInAddressesAreHidden(String text, String shown) {
    assertThat(standard.text(text)).isEqualTo(shown);
    assertThat(standard.value("spark.tidegate.controlTable", text)).isEqualTo(shown);
  }

  @Test
  void piecesOfTextAreHiddenByTheSecondExpression() {
    Redactor redactor = new Redactor(Pattern.compile("never"), Pattern.compile("sig=[^&]+"));
    assertThat(redactor.text("https://a/b?sig=abc$1&x=1 and sig=def"))
        .isEqualTo("https://a/b?" + HIDDEN + "&x=1 and " + HIDDEN);
    assertThat(redactor.value("key", "sig=abc")).isEqualTo(HIDDEN);
    assertThat(redactor.value("password", "plain")).isEqualTo("plain");
  }
}
