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
package io.tidegate.internal.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.model.TriggerReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.streaming.SinkProgress;
import org.apache.spark.sql.streaming.SourceProgress;
import org.apache.spark.sql.streaming.StateOperatorProgress;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A batch that an earlier run had planned is done again without a question to any source. */
class PlannedByAnotherRunTest {
  private static final String END = "{\"orders\":{\"0\":3}}";

  /** A trigger that read nothing and knows of nothing newer. */
  private static SparkProgress quiet(Map<String, Long> durations) {
    SourceProgress source =
        new SourceProgress("KafkaV2[Subscribe[orders]]", END, END, null, 0, 0, 0, Map.of());
    return new SparkProgress(
        new StreamingQueryProgress(
            new UUID(0, 1),
            new UUID(0, 2),
            "orders",
            "2026-10-01T14:37:00.000Z",
            1,
            250,
            durations,
            Map.of(),
            new StateOperatorProgress[0],
            new SourceProgress[] {source},
            new SinkProgress("noop", 0, Map.of()),
            Map.of()));
  }

  @Test
  void itIsNoTriggersReport() {
    SparkProgress replayed =
        quiet(Map.of("addBatch", 100L, "getBatch", 1L, "commitOffsets", 20L, "queryPlanning", 5L));

    assertThat(replayed.trigger()).isNull();
    assertThat(replayed.triggeredAt()).isEqualTo("2026-10-01T14:37:00Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"latestOffset", "getOffset"})
  void whatAskedItsSourcesIs(String question) {
    assertThat(quiet(Map.of(question, 0L, "triggerExecution", 1L)).trigger())
        .isEqualTo(
            new TriggerReport(
                Instant.parse("2026-10-01T14:37:00Z"),
                1,
                List.of(new SourceReport("KafkaV2[Subscribe[orders]]", END, END, null))));
  }
}
