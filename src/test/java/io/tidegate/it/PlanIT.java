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
package io.tidegate.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidegate.internal.spark.PlanApp;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is understood of the plans that a real Spark makes of streaming queries. */
class PlanIT {
  private static ScenarioResults results;

  @BeforeAll
  static void run(@TempDir Path directory) {
    try (SparkProcess app =
        SparkProcess.named("PlanIT")
            .driverClassPath(Shipped.jar(), Shipped.apps())
            .app(PlanApp.class)
            .args(directory)
            .start()) {
      app.assertSucceeded();
    }
    results = ScenarioResults.in(directory);
  }

  private static JsonNode plan(String name) {
    return results.get("plans", name);
  }

  private static String names(String plan, String field) {
    List<String> names = new ArrayList<>();
    plan(plan).get(field).forEach(each -> names.add(each.asText()));
    return String.join(" ", names);
  }

  @Test
  void everyQueryWasAnalyzed() {
    assertThat(results.errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "hours,PT1H,2024-10-01T14:00:00Z",
    "hours and keys,PT1H,2024-10-01T14:00:00Z",
    "quarter past,PT1H,2024-10-01T14:15:00Z",
    "minute before,PT24H,2024-09-30T23:59:00Z",
    "weeks,PT168H,2024-09-26T00:00:00Z",
    "seven milliseconds,PT0.007S,2024-10-01T14:37:02.117Z",
    "column before,PT1H,2024-10-01T14:00:00Z",
    "renamed time,PT1H,2024-10-01T14:00:00Z",
    "renamed window,PT1H,2024-10-01T14:00:00Z",
    "after a union,PT1H,2024-10-01T14:00:00Z",
    "over a union of two watermarks,PT1H,2024-10-01T14:00:00Z",
    "over a static join,PT1H,2024-10-01T14:00:00Z",
    "exploded,PT1H,2024-10-01T14:00:00Z",
    "having and raw rows beside,PT1H,2024-10-01T14:00:00Z",
    "sorted,PT1H,2024-10-01T14:00:00Z",
    "same time by another name,PT1H,2024-10-01T14:00:00Z",
    "sql,PT1H,2024-10-01T14:00:00Z"
  })
  void tumblingWindowOfTheWatermarkedTimeIsKnown(String name, String length, String origin) {
    assertThat(plan(name).get("window").asText())
        .isEqualTo("TumblingWindow[length=" + length + ", origin=" + origin + "]");
    assertThat(names(name, "stateful")).isEqualTo("Aggregate");
    assertThat(names(name, "unknown")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sliding",
        "session",
        "no window",
        "window and time",
        "shifted column",
        "no watermark",
        "second watermark elsewhere",
        "union of windows",
        "union with another column's watermark",
        "end of the window",
        "rollup",
        "windows of windows",
        "two side by side",
        "deduplicated before"
      })
  void anythingElseIsNoWindow(String name) {
    assertThat(plan(name).get("window").asText()).isEqualTo("null");
    assertThat(names(name, "stateful")).isEqualTo("Aggregate");
    assertThat(names(name, "unknown")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // plan, keeps rows, keeps state only, not known
    "row by row,'','',''",
    "static join,'','',''",
    "static join with aggregation,'','',''",
    "stream join,Join,'',''",
    "deduplicated,'',Deduplicate,''",
    "deduplicated within,'',DeduplicateWithinWatermark,''",
    "deduplicated before,Aggregate,Deduplicate,''",
    "distinct,'',Deduplicate,''",
    "distinct in sql,Distinct,'',''",
    "limited,'',GlobalLimit,''",
    "except,Except,'',''",
    "intersect,Intersect,'',''",
    "tagged,'','',''",
    "cte,'','',''",
    "cte twice,Join,'',''",
    "lateral view,'','',''",
    "lateral join,'','',LateralJoin"
  })
  void operatorsAreSorted(String name, String stateful, String emitsAtOnce, String unknown) {
    assertThat(names(name, "stateful")).isEqualTo(stateful);
    assertThat(names(name, "emitsAtOnce")).isEqualTo(emitsAtOnce);
    assertThat(names(name, "unknown")).isEqualTo(unknown);
  }

  @ParameterizedTest
  @CsvSource({
    "all covered,1,rate+",
    "one of two,1,rate+ rate-",
    "above both,1,rate+ rate+",
    "over a union of two watermarks,2,rate+ rate+",
    "self union,0,rate- rate-",
    "over a static join,1,rate+",
    "stream join,2,rate+ rate+",
    "files,0,json-",
    "delta,0,delta-"
  })
  void watermarksAboveEverySourceAreSeen(String name, int watermarks, String sources) {
    assertThat(plan(name).get("watermarks").intValue()).isEqualTo(watermarks);
    assertThat(names(name, "sources")).isEqualTo(sources);
  }

  @ParameterizedTest
  @CsvSource({
    "kafka,kafka-",
    "kafka uncommitted,kafka-",
    "kafka committed,kafka- committed",
    "kafka by class,kafka- committed",
    "kafka v1,kafka-",
    "kafka v1 committed,kafka- committed",
    "files committed,json-"
  })
  void kafkaIsAskedForCommittedRecordsOnly(String name, String sources) {
    assertThat(names(name, "sources")).isEqualTo(sources);
    assertThat(names(name, "unknown")).isEmpty();
  }

  @Test
  void optionsThatCannotBeReadAreNotKnown() {
    assertThat(names("kafka without options", "unknown"))
        .isEqualTo("a StreamingRelationV2 whose options cannot be read");
  }
}
