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
package io.tidegate.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.settings.RecoverySettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares the rules with {@link PlainStatement} by seed. */
class PlainStatementTest {
  private static final int SEEDS = Integer.getInteger("tidegate.test.seeds", 10_000);

  @Test
  void bothStatementsAgree() {
    TreeMap<String, Integer> seen = new TreeMap<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      seen.merge(compare(seed), 1, Integer::sum);
    }
    assertThat(seen.keySet()).isSubsetOf("from", "never", "probe", "start");
    if (SEEDS >= 1_000) {
      assertThat(seen.values()).hasSize(4).allMatch(count -> count > SEEDS / 100);
    }
  }

  private static String compare(long seed) {
    RandomLineage lineage = new RandomLineage(seed, 12, true);
    int attempts = 1 + lineage.random.nextInt(19);
    for (int i = 0; i < attempts; i++) {
      lineage.attempt(lineage.look());
    }
    if (lineage.random.nextInt(3) == 0) {
      lineage.gone.add("process-" + attempts);
    }
    lineage.pause(lineage.random.nextInt(4));
    CheckpointLook look = lineage.look();
    boolean places = lineage.random.nextInt(3) == 0;
    long resumedAfter = lineage.random.nextInt(4) == 0 ? lineage.random.nextInt(attempts) : 0;
    PlainStatement plain = new PlainStatement(lineage, look, places);
    String as = "seed " + seed;

    History history = new History(lineage.attempts(), Tally.NONE, resumedAfter);
    Judgement judgement = lineage.judgement(lineage.attempts(), look, places);
    List<String> real = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < attempts; i++) {
      Boolean banked = judgement.judge(i).banked();
      real.add(banked == null ? "unknown" : banked ? "yes" : "no");
      expected.add(plain.banked(i));
    }
    assertThat(real).as(as + ", what each banked").isEqualTo(expected);
    Tally tally = history.tally(judgement, lineage.now());
    assertThat(new Tally(tally.streak(), tally.bad(), tally.badSince(), null, 0))
        .as(as)
        .isEqualTo(plain.tally(resumedAfter));

    int limit = lineage.random.nextInt(4);
    Duration cooldown = Duration.ofMinutes(lineage.random.nextInt(4));
    Integer most = lineage.random.nextInt(6) == 0 ? (Integer) 3 : null;
    String decision = decide(lineage, history, look, places, limit, cooldown, most);
    assertThat(decision).as(as).isEqualTo(plain.decision(limit, cooldown, most, resumedAfter));
    return decision.replaceAll(" .*", "");
  }

  private static String decide(
      RandomLineage lineage,
      History history,
      CheckpointLook look,
      boolean places,
      int limit,
      Duration cooldown,
      @Nullable Integer most) {
    RecoverySettings settings =
        new RecoverySettings(
            true,
            limit,
            RecoverySettings.Action.REFUSE,
            cooldown,
            places ? List.of("/t/orders") : List.of(),
            null,
            List.of(),
            most,
            null);
    LineageRow row =
        history
            .into(LineageRow.builder(Told.CHECKPOINT))
            .queryId("id")
            .attempts(history.attempts().size())
            .build();
    StartDecision decision =
        new StartRules(new Liveness(lineage.gone::contains), Duration.ofMinutes(5))
            .decide(
                row,
                look,
                settings,
                new StartRequest(
                    "orders", "orders", Told.CHECKPOINT, "new", lineage.now(), "app", "process"),
                Set.copyOf(lineage.refusedElsewhere),
                lineage.now());
    if (decision instanceof StartDecision.Refused refused) {
      return refused.nextProbe() == null ? "never" : "from " + refused.nextProbe();
    }
    return ((StartDecision.Allowed) decision).probe() ? "probe" : "start";
  }
}
