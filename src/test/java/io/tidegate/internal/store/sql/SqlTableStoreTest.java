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
package io.tidegate.internal.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.api.ErrorCode;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.CatalogName;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.schema.FoundColumn;
import io.tidegate.internal.store.schema.VerdictSchema;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTableStoreTest {
  private static final String HOSTILE = "x'; DROP TABLE t; --`\\";
  private static final Instant UNTIL = Instant.parse("2026-10-01T14:00:00.123456Z");
  private static final int COLUMNS = VerdictSchema.COLUMNS.size();

  private final FakeSqlSession session = new FakeSqlSession(VerdictSchema.SCHEMA);
  private final SqlTableStore<VerdictRow> store =
      new SqlTableStore<>(
          VerdictSchema.SCHEMA, CatalogName.parse("main.ops.`con``trol`"), "shown", session);

  private static VerdictRow row(String table) {
    return VerdictRow.builder(table)
        .finalizedUntil(UNTIL)
        .state(VerdictState.ACTIVE)
        .epoch(1)
        .build();
  }

  private static List<@Nullable Object> cells(VerdictRow row) {
    List<@Nullable Object> cells = new ArrayList<>();
    VerdictSchema.COLUMNS.forEach(column -> cells.add(column.cell(row)));
    return cells;
  }

  private static int ordinal(String column) {
    return VerdictSchema.COLUMNS.stream().map(c -> c.name()).toList().indexOf(column);
  }

  private CommitOutcome<VerdictRow> commit(VerdictRow... rows) throws StoreException {
    return store.commit(store.read(), List.of(rows));
  }

  @Test
  void aRowIsReadAsItWasWritten() throws Exception {
    session.rows.add(cells(row("a")));

    assertThat(store.read().rows()).containsExactlyEntriesOf(Map.of("a", row("a")));
    assertThat(store.table()).hasToString("control table shown");
  }

  @Test
  void aCachedTableIsNotRead() {
    session.rows.add(cells(row("a")));
    session.cached = true;
    assertThatThrownBy(store::read)
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.retryable()).isTrue())
        .hasMessageContaining("this application has cached it")
        .hasMessageContaining("UNCACHE TABLE `");
  }

  @Test
  void statementsHoldNamesInQuotesAndNoValue() throws Exception {
    session.rows.add(cells(row(HOSTILE)));

    commit(row(HOSTILE));

    assertThat(session.statements)
        .hasSize(3)
        .allMatch(statement -> statement.contains("`main`.`ops`.`con``trol`"))
        .noneMatch(statement -> statement.contains("DROP"));
    assertThat(session.statements.get(2)).startsWith("MERGE INTO ").contains(" USING `view` AS s ");
    assertThat(session.source.rows().get(0)).contains(HOSTILE, true);
  }

  @Test
  void aRowIsWrittenOnlyWhereEachCellIsStillAsItWasRead() throws Exception {
    session.rows.add(cells(row("a")));

    commit(VerdictRow.builder("a").epoch(2).build());

    for (var column : VerdictSchema.COLUMNS) {
      assertThat(session.statements.get(2))
          .containsPattern("t\\.`" + column.name() + "` <=> [a-z_]*\\(?s\\.read_" + column.name());
    }
    List<@Nullable Object> source = session.source.rows().get(0);
    assertThat(source.subList(COLUMNS, 2 * COLUMNS)).isEqualTo(cells(row("a")));
    assertThat(source.get(ordinal("epoch"))).isEqualTo(2L);
    assertThat(source.get(2 * COLUMNS)).isEqualTo(true);
  }

  @Test
  void aRowThatWasNotReadIsOnlyInserted() throws Exception {
    commit(row("new"));

    assertThat(session.statements.get(2))
        .contains(" WHEN NOT MATCHED AND NOT s.known THEN INSERT (`table_name`, ");
    assertThat(session.source.rows().get(0)).endsWith(false);
  }

  @Test
  void textsOfALaterVersionStay() throws Exception {
    List<@Nullable Object> later = cells(row("a"));
    later.set(ordinal("state"), "PAUSED");
    session.rows.add(later);

    commit(VerdictRow.builder("a").epoch(2).build());

    assertThat(session.source.rows().get(0).get(ordinal("state"))).isEqualTo("PAUSED");
  }

  @Test
  void ofSeveralRowsWithOneKeyTheOneWithPrecedenceCounts() throws Exception {
    session.rows.add(cells(row("a")));
    session.rows.add(cells(VerdictRow.builder("a").epoch(3).build()));
    List<@Nullable Object> keyless = new ArrayList<>(Arrays.asList(new Object[COLUMNS]));
    session.rows.add(keyless);
    session.affected = OptionalLong.of(1);

    assertThat(store.read().rows()).hasSize(1);
    assertThat(store.read().rows().get("a").epoch()).isEqualTo(3);
    assertThat(commit(row("a"))).as("two rows may have been one").isInstanceOf(unknown());
  }

  @Test
  void whatWasWrittenIsKnownWithoutReadingItAgain() throws Exception {
    session.rows.add(cells(row("a")));
    session.affected = OptionalLong.of(2);

    CommitOutcome<VerdictRow> outcome = commit(row("b"), VerdictRow.builder("a").epoch(2).build());

    TableSnapshot<VerdictRow> after = ((CommitOutcome.Committed<VerdictRow>) outcome).after();
    assertThat(after.rows().keySet()).containsExactly("a", "b");
    assertThat(after.rows().get("a").epoch()).isEqualTo(2);
    session.source = null;
    assertThat(store.commit(after, List.of(row("a"), row("c"))))
        .isInstanceOf(CommitOutcome.Committed.class);
    assertThat(session.source.rows().get(0)).as("compared with").contains(2L);
  }

  @ParameterizedTest
  @CsvSource({"0, Conflict", "1, Unknown", "2, Committed", ", Unknown"})
  void theNumberOfRowsWrittenTellsWhoWon(@Nullable Long affected, String outcome) throws Exception {
    session.affected = affected == null ? OptionalLong.empty() : OptionalLong.of(affected);

    assertThat(commit(row("a"), row("b")).getClass().getSimpleName()).isEqualTo(outcome);
  }

  @Test
  void anAbsentTableIsCreatedWithTheSameColumnsAndMerged() throws Exception {
    session.fails = new IllegalStateException("[TABLE_OR_VIEW_NOT_FOUND] The table ...");
    TableSnapshot<VerdictRow> absent = store.read();
    session.fails = null;

    assertThat(absent.version()).isEqualTo(TableSnapshot.ABSENT);
    assertThat(store.commit(absent, List.of(row("a")))).isInstanceOf(CommitOutcome.Committed.class);
    assertThat(session.statements.get(1))
        .startsWith(
            "CREATE TABLE IF NOT EXISTS `main`.`ops`.`con``trol` (`table_name` STRING COMMENT")
        .contains("`finalized_until` TIMESTAMP COMMENT", "USING delta TBLPROPERTIES (")
        .endsWith("'delta.logRetentionDuration' = 'interval 6 hours')");
  }

  @Test
  void anotherSchemaIsRefusedAsByPath() {
    session.columns.set(1, new FoundColumn("finalized_until", "STRING", true));
    session.columns.add(new FoundColumn("Owner Name", "STRING", false));

    assertThatThrownBy(store::read)
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.retryable()).isFalse())
        .hasMessageStartingWith(
            "[TIDEGATE_TABLE_SCHEMA] The control table shown has another schema")
        .hasMessageContaining("Expected: table_name STRING, finalized_until TIMESTAMP, ")
        .hasMessageContaining(
            "Found: finalized_until STRING; the additional column `Owner Name` STRING NOT NULL");
  }

  @Test
  void aTableOfAnEarlierVersionIsWrittenWithoutTheColumnsItLacks() throws Exception {
    session.columns.removeIf(column -> column.name().equals("done_until"));
    VerdictRow row = row("a").toBuilder().doneUntil(UNTIL).build();

    CommitOutcome<VerdictRow> outcome = commit(row);

    assertThat(session.statements.subList(1, 3)).noneMatch(s -> s.contains("done_until"));
    assertThat(store.read().absentColumns()).containsExactly("done_until");
    assertThat(((CommitOutcome.Committed<VerdictRow>) outcome).after().rows().get("a"))
        .isEqualTo(row("a"));
  }

  @Test
  void columnsOfOthersMayStandAnywhere() throws Exception {
    session.columns.add(0, new FoundColumn("note", "STRUCT<WHO: STRING>", true));
    session.columns.set(1, new FoundColumn("TABLE_NAME", "STRING", false));

    assertThat(store.read().rows()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[SCHEMA_NOT_FOUND] no ops | TIDEGATE_STORE_UNAVAILABLE | true | Create the schema",
        "[REQUIRES_SINGLE_PART_NAMESPACE] x | TIDEGATE_STORE_UNAVAILABLE | true | configure the catalog",
        "[DELTA_CREATE_TABLE_WITH_NON_EMPTY_LOCATION] x | TIDEGATE_STORE_CONTENDED | true | If it lasts, empty",
        "[DELTA_UNSUPPORTED_SOURCE] x | TIDEGATE_NOT_A_TABLE | false | a name of its own",
        "[UNSUPPORTED_FEATURE.TABLE_OPERATION] x | TIDEGATE_NOT_A_TABLE | false | a name of its own",
        "[DATA_SOURCE_NOT_FOUND] delta | TIDEGATE_STORE_UNUSABLE | false | Put delta-spark on the",
        "[DELTA_CANNOT_MODIFY_APPEND_ONLY] x | TIDEGATE_TABLE_FEATURE | false | Drop that from the table",
        "[INSUFFICIENT_PERMISSIONS] x | TIDEGATE_STORE_UNAVAILABLE | true | MODIFY the table",
        "anything else | TIDEGATE_STORE_UNAVAILABLE | true | tried again"
      })
  void failuresSayWhatToDo(String thrown, ErrorCode code, boolean retryable, String advice) {
    session.fails = new IllegalStateException("outer", new IllegalStateException(thrown));

    assertThatThrownBy(store::read)
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.retryable()).isEqualTo(retryable);
            })
        .hasMessageContaining(thrown)
        .hasMessageContaining(advice);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[DELTA_CONCURRENT_APPEND.WITHOUT_HINT] a MERGE added data",
        "[DELTA_CONCURRENT_DELETE_READ] x",
        "[DELTA_METADATA_CHANGED] x",
        "[DELTA_PROTOCOL_CHANGED] x",
        "[TABLE_OR_VIEW_ALREADY_EXISTS] x"
      })
  void anotherCommitThatDeltaSawIsALostRace(String condition) throws Exception {
    TableSnapshot<VerdictRow> read = store.read();
    session.fails = new IllegalStateException("job failed", new IllegalStateException(condition));

    assertThat(store.commit(read, List.of(row("a")))).isInstanceOf(CommitOutcome.Conflict.class);
  }

  @Test
  void aTableThatWasDroppedSinceIsALostRace() throws Exception {
    TableSnapshot<VerdictRow> read = store.read();
    session.fails = new IllegalStateException("[TABLE_OR_VIEW_NOT_FOUND] gone");

    assertThat(store.commit(read, List.of(row("a")))).isInstanceOf(CommitOutcome.Conflict.class);
  }

  @Test
  void aTableThatIsCreatedAndStillNotThereIsNoLostRace() throws Exception {
    session.fails = new IllegalStateException("[TABLE_OR_VIEW_NOT_FOUND] out of sight");
    TableSnapshot<VerdictRow> absent = store.read();

    CommitOutcome<VerdictRow> outcome = store.commit(absent, List.of(row("a")));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            CommitOutcome.Transient.class,
            failed ->
                assertThat(failed.cause())
                    .hasMessageStartingWith("[TIDEGATE_STORE_UNAVAILABLE]")
                    .hasMessageContaining("out of sight"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "executor lost",
        "[DELTA_CREATE_TABLE_WITH_NON_EMPTY_LOCATION] so it looks while another one is creating it"
      })
  void whatFailsInTheMiddleMayHaveBeenWritten(String message) throws Exception {
    TableSnapshot<VerdictRow> read = store.read();
    session.fails = new IllegalStateException(message);

    assertThat(store.commit(read, List.of(row("a")))).isInstanceOf(unknown());
  }

  @Test
  void whatIsRefusedForGoodIsFatal() throws Exception {
    TableSnapshot<VerdictRow> read = store.read();
    session.fails = new IllegalStateException("[DELTA_UNSUPPORTED_SOURCE] a view");

    assertThat(store.commit(read, List.of(row("a")))).isInstanceOf(CommitOutcome.Fatal.class);
  }

  @Test
  void whileThereIsNoSessionItIsTriedAgain() throws Exception {
    TableSnapshot<VerdictRow> read = store.read();
    session.fails = new NoSessionException();

    assertThatThrownBy(store::read)
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.retryable()).isTrue())
        .hasMessageContaining("has no SparkSession yet");
    assertThat(store.commit(read, List.of(row("a")))).isInstanceOf(CommitOutcome.Transient.class);
  }

  @Test
  void theEndOfTheContextIsTheEnd() throws Exception {
    TableSnapshot<VerdictRow> read = store.read();
    session.stopped = true;
    session.fails = new IllegalStateException("DAGScheduler is null");

    assertThatThrownBy(store::read)
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.retryable()).isFalse())
        .hasMessageStartingWith("[TIDEGATE_STORE_STOPPED] The control table shown is kept by SQL");
    assertThat(store.commit(read, List.of(row("a")))).isInstanceOf(unknown());
  }

  @SuppressWarnings("rawtypes")
  private static Class<CommitOutcome.Unknown> unknown() {
    return CommitOutcome.Unknown.class;
  }
}
