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
package io.tidegate.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCheckTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("tidegate.basedir", ""), "conf-examples");

  @TempDir private Path directory;
  private Typed typed;

  @BeforeEach
  void newTyped() {
    typed = new Typed(directory);
  }

  private String file(String name, String... lines) throws IOException {
    return Files.write(directory.resolve(name), java.util.List.of(lines)).toString();
  }

  @Test
  void everyExampleIsRight() {
    assertThat(typed.run("config", "check", EXAMPLES.resolve("tidegate.conf").toString())).isZero();
    assertThat(typed.out())
        .contains("Control table:   hdfs:///lake/tidegate/control")
        .contains("Recovery record: hdfs:///lake/tidegate/lineages")
        .containsPattern("clicks +clicks +web.clicks +watermark +PT15M +UTC +PT0S +refuse after 3");
    assertThat(typed.run("config", "check", EXAMPLES.resolve("spark-defaults.conf").toString()))
        .isZero();
    assertThat(typed.out())
        .containsPattern("payments +cdc.payments v2 +finance.payments +offset +PT15M")
        .containsPattern("cdc +cdc\\.\\* +raw.\\{name\\} .* warn after 3");
    assertThat(typed.err()).isEmpty();
  }

  @Test
  void everythingWrongIsShownWithItsOrigin() throws IOException {
    String spark =
        file(
            "spark-defaults.conf",
            "spark.tidegate.controlTable /lake/control",
            "spark.tidegate.heartbeta 2m",
            "spark.tidegate.queries.a.table t");
    String hocon = file("more.conf", "tidegate.maxFutureSkew = soon");
    assertThat(typed.run("config", "check", spark, hocon)).isEqualTo(2);
    assertThat(typed.err())
        .startsWith("3 settings are wrong:\n")
        .contains(
            "spark.tidegate.heartbeta = '2m' (" + spark + ")",
            "did you mean spark.tidegate.heartbeat?")
        .contains("tidegate.maxFutureSkew = 'soon' (" + hocon + ": 1)")
        .contains("spark.tidegate.queries.a.frontier")
        .doesNotContain("The application stops");
    assertThat(typed.out()).isEmpty();
  }

  @Test
  void laterFilesOfSparksFormAreStronger() throws IOException {
    String base = file("a.conf", "spark.tidegate.controlTable /lake/a");
    String job =
        file(
            "b.conf",
            "spark.tidegate.controlTable=/lake/b",
            "spark.tidegate.queries.q.table=t",
            "spark.tidegate.queries.q.frontier=watermark");
    assertThat(typed.run("config", "check", base, job)).isZero();
    assertThat(typed.out()).contains("Control table:   /lake/b\n");
  }

  @Test
  void theFileThatIsNamedIsReadToo() throws IOException {
    String hocon = file("named.conf", "tidegate.queries.q { table = t, frontier = watermark }");
    String spark =
        file("spark.conf", "spark.tidegate.controlTable /lake/a", "spark.tidegate.config " + hocon);
    assertThat(typed.run("config", "check", spark)).isZero();
    assertThat(typed.out()).containsPattern("q +q +t +watermark");
  }

  @Test
  void secretsAreNotShown() throws IOException {
    String spark =
        file(
            "spark.conf",
            "spark.redaction.regex hushed",
            "spark.tidegate.queries.q.hushed swordfish");
    assertThat(typed.run("config", "check", spark)).isEqualTo(2);
    assertThat(typed.err()).contains("hushed = '*********(redacted)'").doesNotContain("swordfish");
  }

  @Test
  void whatCannotBeReadIsSaid() throws IOException {
    assertThat(typed.run("config", "check", directory + "/none.conf")).isEqualTo(2);
    assertThat(typed.err()).contains("none.conf cannot be read: there is no file");
    String one = file("one.conf", "tidegate {}");
    String two = file("two.conf", "tidegate {}");
    assertThat(typed.run("config", "check", one, two)).isEqualTo(2);
    assertThat(typed.err()).contains("Both " + one + " and " + two + " are HOCON");
    assertThat(typed.run("config", "check", file("bad.conf", "tidegate { a = "))).isEqualTo(2);
    assertThat(typed.err()).startsWith("1 setting is wrong:").contains("bad.conf cannot be read");
  }

  @Test
  void aConfigurationWithoutQueriesIsRight() throws IOException {
    assertThat(typed.run("config", "check", file("none.conf", "tidegate { heartbeat = 2m }")))
        .isZero();
    assertThat(typed.out()).contains("tracks nothing");
  }
}
