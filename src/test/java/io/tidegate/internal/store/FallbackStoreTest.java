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
package io.tidegate.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.verdict.VerdictRow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FallbackStoreTest {
  private static final OwnTable TABLE = new OwnTable(OwnTable.Kind.CONTROL, "t");
  private static final StoreException FEATURE = Errors.feature(TABLE, "a feature", "Drop it.");
  private static final StoreException AWAY =
      Errors.unavailable(TABLE, new IllegalStateException("away"));
  private static final List<VerdictRow> ROWS = List.of(VerdictRow.builder("a").epoch(1).build());

  private final ScriptedStore first = new ScriptedStore(() -> AWAY);
  private final ScriptedStore second = new ScriptedStore(() -> AWAY);
  private final List<String> told = new ArrayList<>();
  private final FallbackStore<VerdictRow> store =
      new FallbackStore<>(first, second, refused -> told.add(refused.bySqlOnly()));

  @BeforeEach
  void bothHaveATable() throws Exception {
    for (ScriptedStore each : List.of(first, second)) {
      each.commit(each.read(), ROWS);
      each.calls.clear();
    }
  }

  @Test
  void theFirstIsUsedWhileItCanBe() throws Exception {
    TableSnapshot<VerdictRow> read = store.read();

    assertThat(store.commit(read, ROWS)).isInstanceOf(CommitOutcome.Committed.class);
    assertThat(first.calls).containsExactly("read 0", "commit on 0");
    assertThat(second.calls).isEmpty();
  }

  @Test
  void theSecondTakesOverForGoodOnceTheFirstRefusesAFeature() throws Exception {
    first.failReads(FEATURE);

    TableSnapshot<VerdictRow> read = store.read();
    store.commit(read, ROWS);
    store.read();

    assertThat(told).containsExactly("a feature");
    assertThat(first.calls).containsExactly("read 0");
    assertThat(second.calls).containsExactly("read 0", "commit on 0", "read 1");
  }

  @Test
  void whatTheFirstHasReadIsCommittedByTheFirst() throws Exception {
    TableSnapshot<VerdictRow> read = store.read();
    first.failReads(FEATURE);
    store.read();

    store.commit(read, ROWS);

    assertThat(first.calls).endsWith("commit on 0");
  }

  @Test
  void aCommitCanFollowOnACommit() throws Exception {
    CommitOutcome<VerdictRow> outcome = store.commit(store.read(), ROWS);

    assertThat(outcome).isInstanceOf(CommitOutcome.Committed.class);
    store.commit(((CommitOutcome.Committed<VerdictRow>) outcome).after(), ROWS);

    assertThat(first.calls).endsWith("commit on 1");
  }

  @Test
  void theRefusalStandsWhereTheSecondCannotReadTheTableEither() {
    first.failReads(FEATURE);
    second.failReads(AWAY);

    assertThatThrownBy(store::read).isSameAs(FEATURE).hasMessageContaining("a feature");
    assertThat(told).isEmpty();
  }

  @Test
  void aTableThatNoStoreCanChangeIsRefused() {
    first.failReads(Errors.unchangeable(TABLE, "append only", "Drop it."));

    assertThatThrownBy(store::read).hasMessageContaining("append only");
    assertThat(second.calls).isEmpty();
  }

  @Test
  void noOtherFailureLetsTheSecondTakeOver() {
    first.failReads(AWAY);

    assertThatThrownBy(store::read).isSameAs(AWAY).hasMessageContaining("away");
    assertThat(second.calls).isEmpty();
  }
}
