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
package io.tidegate.internal.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.testing.Plans;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When the checkpoint of a query that keeps rows in state is looked at. */
class StatefulRunTest {
  private final Rig rig = new Rig(Entries.watermark("orders", "t"));
  private final FakeQuery query = rig.query("orders");

  private void start() {
    query.plan = FakeQuery.WINDOWS_PLAN;
    rig.started(query);
    rig.pass();
  }

  private void commits(long id, String during, String after) {
    Instant before = during == null ? null : Rig.at(during);
    rig.checkpoints.commit(
        query.checkpoint,
        FakeCheckpoints.watermarkBatch(id, rig.time.now(), before, Rig.at(after)));
  }

  private void shows(long id, String during, String greatest) {
    rig.time.advance(Duration.ofSeconds(1));
    Instant watermark = during == null ? Instant.EPOCH : Rig.at(during);
    rig.arrives(
        rig.progress(query, id, null, watermark, greatest == null ? null : Rig.at(greatest)));
    rig.pass();
  }

  @Test
  void theWindowThatEndedByTheWatermarkInForceIsTheVerdict() {
    start();
    commits(0, null, "10:20");
    shows(0, null, "10:30");
    assertThat(rig.finalUntil("t")).as("nothing has been emitted").isNull();

    commits(1, "10:20", "11:05");
    shows(1, "10:20", "11:15");
    assertThat(rig.finalUntil("t")).as("the window until 10:10").isEqualTo("10:00");

    commits(2, "11:05", "11:05");
    shows(2, "11:05", null);
    assertThat(rig.finalUntil("t")).as("the windows until 10:40").isEqualTo("10:00");

    commits(3, "11:12", "11:12");
    shows(3, "11:12", null);
    assertThat(rig.finalUntil("t")).as("the windows until 11:10").isEqualTo("11:00");
  }

  @Test
  void batchesThatCloseNoWindowCostNoLook() {
    start();
    commits(0, "10:20", "10:20");
    shows(0, "10:20", "10:30");
    int looks = rig.checkpoints.reads();

    commits(1, "11:05", "11:30");
    shows(1, "11:05", "11:40");
    assertThat(rig.checkpoints.reads()).isEqualTo(looks);

    commits(2, "11:30", "11:30");
    shows(2, "11:30", null);
    assertThat(rig.checkpoints.reads()).isGreaterThan(looks);
    assertThat(rig.finalUntil("t")).isEqualTo("11:00");
  }

  @Test
  void aBatchWhoseEventWasLostIsMadeUpForByTheNext() {
    start();
    commits(0, "10:20", "10:20");
    shows(0, "10:20", null);
    commits(1, "11:30", "11:30");
    commits(2, "11:30", "11:30");

    shows(2, "11:30", null);

    assertThat(rig.finalUntil("t")).isEqualTo("11:00");
  }

  @Test
  void theBatchThatAnIdleTriggerAnnouncesIsLookedForOnce() {
    start();
    commits(0, "10:20", "11:30");
    shows(0, "10:20", "11:40");
    shows(1, "11:30", null);
    int looks = rig.checkpoints.reads();

    rig.passes(Duration.ofSeconds(30));
    assertThat(rig.checkpoints.reads()).isEqualTo(looks);
    assertThat(rig.finalUntil("t")).isEqualTo("10:00");

    commits(1, "11:30", "11:30");
    shows(1, "11:30", null);
    assertThat(rig.finalUntil("t")).isEqualTo("11:00");
  }

  @Test
  void aLagThatIsNeededEndsTheLooks() {
    query.plan = Plans.windowed(null).build();
    commits(0, "10:20", "11:30");
    rig.started(query);
    rig.pass();
    assertThat(rig.row("t").reasonCode()).isEqualTo("LAG_NEEDED");
    int looks = rig.checkpoints.reads();

    commits(1, "11:30", "12:30");
    shows(1, "11:30", "12:40");

    assertThat(rig.checkpoints.reads()).isEqualTo(looks);
  }
}
