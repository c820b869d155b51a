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

import static io.tidegate.internal.config.Confs.orders;
import static io.tidegate.internal.config.Confs.parse;
import static io.tidegate.internal.config.Confs.problem;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.settings.TidegateSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tidegate's own tables are where they should be, or the application says where. */
class TablePlacesTest {

  private static Map<String, String> withoutTable(String... more) {
    Map<String, String> conf = orders(more);
    conf.remove("spark.tidegate.controlTable");
    return conf;
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "local[2]", "local[*]", "local[4,3]"})
  void aLocalMasterHasATableInItsWarehouse(String master) {
    TidegateSettings settings =
        parse(withoutTable("spark.master", master, "spark.sql.warehouse.dir", "file:/w h/"));
    assertThat(settings.controlTable().value()).isEqualTo("file:/w h/tidegate/control");
    assertThat(settings.lineageTable().value()).isEqualTo("file:/w h/tidegate/control_lineages");
  }

  @Test
  void aLocalMasterWithoutAWarehouseUsesTheWorkingDirectory() {
    TidegateSettings settings = parse(withoutTable("spark.master", "local[2]"));
    assertThat(settings.controlTable().value())
        .isEqualTo("file:" + System.getProperty("user.dir") + "/spark-warehouse/tidegate/control");
    assertThat(settings.controlTable().isPath()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"yarn", "local-cluster[2,1,1024]", "k8s://https://h:6443", "spark://local:7077"})
  void aClusterNeedsATable(String master) {
    assertThat(problem(withoutTable("spark.master", master)))
        .startsWith("spark.tidegate.controlTable is required")
        .contains("a path below the root of a file system");
  }

  @Test
  void anUnknownMasterNeedsATable() {
    assertThat(problem(withoutTable())).startsWith("spark.tidegate.controlTable is required");
  }

  @ParameterizedTest
  @CsvSource({
    "/lake/control, /lake/control_lineages",
    "s3a://b/control///, s3a://b/control_lineages",
    "abfss://c@a.dfs.core.windows.net/t, abfss://c@a.dfs.core.windows.net/t_lineages",
    "relative/control, relative/control_lineages",
    "file:/x, file:/x_lineages"
  })
  void theRecordLiesBesideTheTable(String control, String lineages) {
    TidegateSettings settings = parse(orders("~controlTable", control));
    assertThat(settings.controlTable().value()).isEqualTo(control);
    assertThat(settings.lineageTable().value()).isEqualTo(lineages);
  }

  @ParameterizedTest
  @CsvSource({
    "main.ops.control, main.ops.control_lineages",
    "control, control_lineages",
    "main.`tide gate`.`c.d`, main.`tide gate`.`c.d_lineages`"
  })
  void theRecordOfANameIsInTheSameSchema(String control, String lineages) {
    TidegateSettings settings = parse(orders("~controlTable", control));
    assertThat(settings.controlTable().isPath()).isFalse();
    assertThat(settings.lineageTable().value()).isEqualTo(lineages);
  }

  @Test
  void oneTableMayHaveANameAndTheOtherAPath() {
    assertThat(
            parse(orders("~controlTable", "main.ops.control", "~lineageTable", "/lake/l"))
                .lineageTable()
                .isPath())
        .isTrue();
    assertThat(
            parse(orders("~controlTable", "/lake/c", "~lineageTable", "main.ops.l"))
                .lineageTable()
                .isPath())
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "a..b, is neither a path nor a catalog name: one of its parts is empty",
    "main.ops., is neither a path nor a catalog name: one of its parts is empty",
    "a.b.c.d.e, 'is neither a path nor a catalog name: it has 5 parts, not one to four'",
    "`a.b, is neither a path nor a catalog name: a backtick is not closed",
    "a b, is neither a path nor a catalog name: the part 'a b' needs backticks",
    "delta.`/lake/control`, is a path as SQL writes it: give the path alone",
    "DELTA.`s3a://b/control`, is a path as SQL writes it: give the path alone"
  })
  void whatIsNeitherPathNorNameIsRefusedWithTheReason(String value, String reason) {
    assertThat(problem(orders("~controlTable", value)))
        .startsWith("spark.tidegate.controlTable = '" + value + "' (Spark configuration)")
        .contains(reason, "such as `main.ops.control`");
    assertThat(problem(orders("~lineageTable", value))).contains(reason);
  }

  @Test
  void twoTablesDoNotShareAName() {
    assertThat(problem(orders("~controlTable", "main.ops.c", "~lineageTable", "Main.`ops`.C")))
        .contains("is the control table", "Expected: a path or name of its own");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "s3a://bucket", "s3a://bucket/", "file:/", "hdfs:///", "///"})
  void theRootOfAFileSystemIsNoTable(String root) {
    assertThat(problem(orders("~controlTable", root))).contains("is the root of a file system");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  "})
  void aBlankTableIsAnError(String blank) {
    assertThat(problem(orders("~controlTable", blank))).contains("is empty. Allowed: a path");
  }

  @Test
  void blanksAroundAPathAreNotTakenAway() {
    assertThat(problem(orders("~controlTable", "/lake/control ")))
        .contains("'/lake/control '", "begins or ends with a blank");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/lake/control", "/lake/control/", "/lake/control/x", "/lake"})
  void theTwoTablesStayApart(String lineages) {
    assertThat(problem(orders("~lineageTable", lineages)))
        .startsWith("spark.tidegate.lineageTable")
        .contains("is the control table, or one of the two lies inside the other");
  }

  @ParameterizedTest
  @CsvSource({
    "file:/lake/control, file:///lake/control",
    "file:///lake//control, file:/lake/control/",
    "/lake//control, /lake/control",
    "s3a://bucket//control, s3a://bucket/control/x"
  })
  void onePathInTwoSpellingsIsOneTable(String control, String lineages) {
    assertThat(problem(orders("~controlTable", control, "~lineageTable", lineages)))
        .startsWith("spark.tidegate.lineageTable")
        .contains("is the control table, or one of the two lies inside the other");
  }

  @Test
  void onePathInTwoBucketsIsTwoTables() {
    assertThat(
            parse(orders("~controlTable", "s3a://a/t", "~lineageTable", "s3a://b/t"))
                .lineageTable()
                .value())
        .isEqualTo("s3a://b/t");
  }

  @Test
  void aSharedBeginningIsNoOverlap() {
    assertThat(parse(orders("~lineageTable", "/lake/control2")).lineageTable().value())
        .isEqualTo("/lake/control2");
  }
}
