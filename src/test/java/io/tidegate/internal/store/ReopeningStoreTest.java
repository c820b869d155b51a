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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReopeningStoreTest {
  private static final OwnTable TABLE = new OwnTable(OwnTable.Kind.CONTROL, "t");
  private static final StoreException DENIED =
      Errors.unavailable(TABLE, new IllegalStateException("no key"));

  private final Deque<TableStore<VerdictRow>> openings = new ArrayDeque<>();
  private final ReopeningStore<VerdictRow> store = new ReopeningStore<>(TABLE, openings::remove);

  @Test
  void isOpenedAtItsFirstUseAndKept() throws Exception {
    assertThat(store.table()).isEqualTo(TABLE);
    openings.add(answering(new CommitOutcome.Conflict<>()));

    TableSnapshot<VerdictRow> read = store.read();

    assertThat(store.commit(read, List.of())).isInstanceOf(CommitOutcome.Conflict.class);
    assertThat(store.read().version()).isEqualTo(7);
    assertThat(openings).isEmpty();
  }

  @Test
  void isOpenedAnewAfterAReadThatFailed() throws Exception {
    openings.add(denied());
    openings.add(answering(new CommitOutcome.Conflict<>()));

    assertThatThrownBy(store::read).isSameAs(DENIED);

    assertThat(store.read().version()).isEqualTo(7);
  }

  @Test
  void isOpenedAnewAfterACommitThatFailedOrMayHave() throws Exception {
    openings.add(answering(new CommitOutcome.Transient<>(DENIED)));
    openings.add(answering(new CommitOutcome.Unknown<>(DENIED)));
    openings.add(answering(new CommitOutcome.Fatal<>(DENIED)));

    TableSnapshot<VerdictRow> read = store.read();
    assertThat(store.commit(read, List.of())).isInstanceOf(CommitOutcome.Transient.class);
    assertThat(store.commit(read, List.of())).isInstanceOf(CommitOutcome.Unknown.class);
    assertThat(store.commit(read, List.of())).isInstanceOf(CommitOutcome.Fatal.class);
    assertThat(store.commit(read, List.of())).isInstanceOf(CommitOutcome.Fatal.class);
  }

  private static TableStore<VerdictRow> denied() {
    return new TableStore<>() {
      @Override
      public OwnTable table() {
        return TABLE;
      }

      @Override
      public TableSnapshot<VerdictRow> read() throws StoreException {
        throw DENIED;
      }

      @Override
      public CommitOutcome<VerdictRow> commit(
          TableSnapshot<VerdictRow> base, List<VerdictRow> rows) {
        throw new AssertionError("nothing was read");
      }
    };
  }

  private static TableStore<VerdictRow> answering(CommitOutcome<VerdictRow> outcome) {
    return new TableStore<>() {
      @Override
      public OwnTable table() {
        return TABLE;
      }

      @Override
      public TableSnapshot<VerdictRow> read() {
        return new TableSnapshot<>() {
          @Override
          public long version() {
            return 7;
          }

          @Override
          public Map<String, VerdictRow> rows() {
            return Map.of();
          }
        };
      }

      @Override
      public CommitOutcome<VerdictRow> commit(
          TableSnapshot<VerdictRow> base, List<VerdictRow> rows) {
        return outcome;
      }
    };
  }
}
