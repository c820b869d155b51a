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
package io.tidegate.internal.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.model.SourceReport;
import io.tidegate.internal.model.TriggerReport;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a trigger's report proves of having read all there was. */
class CaughtUpTest {
  private static final Instant AT = Instant.parse("2026-10-01T14:37:00Z");

  private static SourceReport source(
      String description, @Nullable String start, @Nullable String end, @Nullable String latest) {
    return new SourceReport(description, start, end, latest);
  }

  private static TriggerReport trigger(SourceReport... sources) {
    return new TriggerReport(AT, 8, List.of(sources));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "17|17|17",
        "17|17|",
        "||",
        "{\"a\":{\"0\":1,\"1\":2}}|{\"a\":{\"1\":2,\"0\":1}}|{ \"a\" : {\"1\":2,\"0\":1} }",
        "not json|not json|",
        "{\"id\":9007199254740993}|{\"id\":9007199254740993}|"
      })
  void aSourceThatReadNothingAndKnowsOfNothingIsIdle(
      @Nullable String start, @Nullable String end, @Nullable String latest) {
    TriggerReport trigger = trigger(source("any", start, end, latest));

    assertThat(CaughtUp.idle(trigger)).isTrue();
    assertThat(CaughtUp.missing(trigger)).isEmpty();
    assertThat(CaughtUp.lastBatch(trigger)).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "16|17|17",
        "|17|17",
        "17||",
        "||17",
        "{\"id\":9007199254740992}|{\"id\":9007199254740993}|",
        "{\"a\":1,\"a\":2}|{\"a\":2}|",
        "1|1.0|",
        "not json|no json|"
      })
  void whatWasReadProvesNothing(
      @Nullable String start, @Nullable String end, @Nullable String latest) {
    TriggerReport trigger = trigger(source("FileStreamSource[file:/in]", start, end, latest));

    assertThat(CaughtUp.idle(trigger)).isFalse();
    assertThat(CaughtUp.missing(trigger)).isPresent();
    assertThat(CaughtUp.lastBatch(trigger)).isEqualTo(8);
  }

  @Test
  void recordsThatWaitForMoreAreNoIdleness() {
    assertThat(
            CaughtUp.missing(
                trigger(source("KafkaV2[Subscribe[a]]", "{\"a\":1}", "{\"a\":1}", "{\"a\":5}"))))
        .contains(
            "source KafkaV2[Subscribe[a]] left records waiting: it reports {\"a\":5} as its"
                + " latest");
  }

  @Test
  void kafkaIsBelievedWhenItSaysThatABatchReachedItsLatest() {
    assertThat(
            CaughtUp.missing(
                trigger(source("KafkaV2[Subscribe[a]]", "{\"a\":1}", "{\"a\":5}", "{\"a\":5}"))))
        .isEmpty();
    assertThat(
            CaughtUp.missing(
                trigger(source("KafkaV2[Subscribe[a]]", "{\"a\":1}", "{\"a\":4}", "{\"a\":5}"))))
        .contains(
            "source KafkaV2[Subscribe[a]] has more to read: it reports {\"a\":5} as its latest");
    assertThat(
            CaughtUp.missing(
                trigger(source("KafkaV2[Subscribe[a]]", "{\"a\":1}", "{\"a\":5}", null))))
        .isPresent();
  }

  @Test
  void noOtherSourceIsBelieved() {
    // Many report as latest whatever they were read up to.
    assertThat(CaughtUp.missing(trigger(source("KafkaV2Like[a]", "1", "5", "5"))))
        .contains("source KafkaV2Like[a] had something to read at each trigger");
    assertThat(CaughtUp.missing(trigger(source("PythonSource", "1", "5", "5")))).isPresent();
  }

  @Test
  void oneBusySourceIsEnough() {
    SourceReport idle = source("one", "1", "1", "1");

    assertThat(CaughtUp.missing(trigger(idle, source("two", "1", "2", "2"))))
        .contains("source two had something to read at each trigger");
    assertThat(CaughtUp.idle(trigger(idle, source("KafkaV2[a]", "1", "2", "2")))).isFalse();
    assertThat(CaughtUp.missing(trigger(idle, source("KafkaV2[a]", "1", "2", "2")))).isEmpty();
  }

  @Test
  void aQueryWithoutSourcesProvesNothing() {
    assertThat(CaughtUp.idle(trigger())).isFalse();
    assertThat(CaughtUp.missing(trigger())).contains("the query reported no source");
  }
}
