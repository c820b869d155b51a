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
package io.tidegate.internal.cli;

import io.tidegate.api.ErrorCode;
import io.tidegate.internal.config.Nearest;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.util.Causes;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.verdict.VerdictRow;
import java.util.Collection;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * Tidegate's two tables.
 *
 * @param verdicts the control table
 * @param lineages the recovery record
 * @param hadoop how their file systems are reached
 */
record Tables(
    TableStore<VerdictRow> verdicts, TableStore<LineageRow> lineages, Configuration hadoop) {
  /** The rows of a table, by their keys. */
  static <R> Map<String, R> rows(TableStore<R> store) throws CommandException {
    try {
      return existing(store, store.read()).rows();
    } catch (StoreException e) {
      throw unreadable(store, e);
    }
  }

  /** The snapshot, where there is a table. */
  static <R> TableSnapshot<R> existing(TableStore<R> store, TableSnapshot<R> snapshot)
      throws CommandException {
    if (snapshot.version() == TableSnapshot.ABSENT) {
      throw absent(store);
    }
    return snapshot;
  }

  private static CommandException absent(TableStore<?> store) {
    boolean control = store.table().kind() == OwnTable.Kind.CONTROL;
    return new CommandException(
        Exit.UNREADABLE,
        "There is no "
            + store.table()
            + ": no Delta table is at that path. Check the path; "
            + (control
                ? "the table appears when the first tracked query starts."
                : "the record appears when the first tracked query starts, and --lineages says"
                    + " where it is if it is not beside the control table."));
  }

  /** What to say of a table that cannot be read. */
  static CommandException unreadable(TableStore<?> store, StoreException e) {
    if (e.code() == ErrorCode.TIDEGATE_NOT_A_TABLE) {
      return absent(store);
    }
    if (!e.retryable() || e.code() == ErrorCode.TIDEGATE_STORE_HUNG) {
      return new CommandException(
          Exit.UNREADABLE, Redactor.standard().text(String.valueOf(e.getMessage())));
    }
    return new CommandException(
        Exit.UNREADABLE,
        "The "
            + store.table()
            + " cannot be read: "
            + Redactor.standard().text(Causes.root(e).toString())
            + ". Check the path, its permissions, and the Hadoop configuration and credentials of"
            + " this command (HADOOP_CONF_DIR, or spark.hadoop.* in --conf-file).");
  }

  /** What to say of a name that has no row. */
  static CommandException unknown(
      TableStore<?> store, String what, String name, Collection<String> known) {
    return new CommandException(
        Exit.UNREADABLE,
        "The "
            + store.table()
            + " has no row for the "
            + what
            + " '"
            + name
            + "'. "
            + Nearest.listed(name, known)
            + ". A row appears when its query first starts.");
  }
}
