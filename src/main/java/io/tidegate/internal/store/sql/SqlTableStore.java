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

import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.CatalogName;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.schema.LineageSchema;
import io.tidegate.internal.store.schema.RowSchema;
import io.tidegate.internal.store.schema.VerdictSchema;
import io.tidegate.internal.verdict.VerdictRow;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A table that SQL names, kept by the application's own Spark: each commit is one {@code MERGE},
 * which changes a row only where the table still has it as it was read. It works while the
 * SparkContext runs. Thread safe; no call waits for another.
 *
 * @param <R> a row
 */
public final class SqlTableStore<R> implements TableStore<R> {
  private final RowSchema<R, ?> schema;
  private final OwnTable table;
  private final SqlSession session;
  private final SqlStatements<R> statements;
  private final SqlFailures failures;

  /** Over a session that may fail at will. */
  SqlTableStore(RowSchema<R, ?> schema, CatalogName name, String shown, SqlSession session) {
    this.schema = schema;
    this.table = new OwnTable(schema.kind(), shown);
    this.session = session;
    this.statements = new SqlStatements<>(schema, name);
    this.failures = new SqlFailures(table, session);
  }

  /**
   * The store of a control table. Nothing is read or written yet.
   *
   * @param name the table
   * @param shown the same as messages name it
   * @param sessions where its SQL runs
   */
  public static SqlTableStore<VerdictRow> verdicts(
      CatalogName name, String shown, OwnSessions sessions) {
    return new SqlTableStore<>(
        VerdictSchema.SCHEMA, name, shown, new SparkSqlSession(sessions, "tidegate: verdicts"));
  }

  /** The store of a lineage table, likewise. */
  public static SqlTableStore<LineageRow> lineages(
      CatalogName name, String shown, OwnSessions sessions) {
    return new SqlTableStore<>(
        LineageSchema.SCHEMA,
        name,
        shown,
        new SparkSqlSession(sessions, "tidegate: recovery record"));
  }

  @Override
  public OwnTable table() {
    return table;
  }

  @Override
  public TableSnapshot<R> read() throws StoreException {
    try {
      Set<String> absent = schema.check(table, session.columns(statements.table()));
      if (session.cached(statements.table())) {
        throw Errors.cached(table, statements.table());
      }
      return SqlSnapshot.of(schema, absent, session.query(statements.select(absent)));
    } catch (Throwable failed) {
      if (failures.isAbsent(failed)) {
        return SqlSnapshot.absent();
      }
      throw failures.of(failed);
    }
  }

  @Override
  public CommitOutcome<R> commit(TableSnapshot<R> base, List<R> rows) {
    if (!(base instanceof SqlSnapshot<R> snapshot)) {
      throw new IllegalArgumentException("the snapshot was not read by this store");
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("no rows to commit");
    }
    boolean creates = snapshot.version() == TableSnapshot.ABSENT;
    OptionalLong affected;
    try {
      if (creates) {
        session.run(statements.create());
      }
      affected =
          session.merge(
              statements.source(snapshot, rows),
              source -> statements.merge(source, snapshot.absentColumns()));
    } catch (Throwable failed) {
      return failures.outcome(failed, creates);
    }
    // Case 1: it is not told what was written, or may be told of two rows with one key.
    if (affected.isEmpty() || snapshot.doubled()) {
      return new CommitOutcome.Unknown<>(
          Errors.statementFailed(
              table, new IOException("the MERGE did not tell which rows it wrote.")));
    }
    // Case 2: all rows were as they had been read.
    if (affected.getAsLong() == rows.size()) {
      return new CommitOutcome.Committed<>(snapshot.with(schema, rows));
    }
    // Case 3: somebody changed each of them since, or, case 4, some of them.
    return affected.getAsLong() == 0
        ? new CommitOutcome.Conflict<>()
        : new CommitOutcome.Unknown<>(Errors.contended(table));
  }
}
