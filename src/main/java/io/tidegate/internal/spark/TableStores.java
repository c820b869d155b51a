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

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.CatalogName;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.settings.TableLocation;
import io.tidegate.internal.store.FallbackStore;
import io.tidegate.internal.store.ReopeningStore;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.kernel.KernelTableStore;
import io.tidegate.internal.store.sql.OwnSessions;
import io.tidegate.internal.store.sql.SqlTableStore;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens tidegate's tables: a path through Delta Kernel and, where Kernel cannot write the table
 * that is there, by SQL; a catalog name by SQL. Thread safe.
 */
final class TableStores {
  private static final Logger LOG = LoggerFactory.getLogger(TableStores.class);

  private final Supplier<Configuration> hadoop;
  private final OwnSessions sessions;
  private final Redactor redactor;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Set<OwnTable.Kind> bySql = EnumSet.noneOf(OwnTable.Kind.class);

  @GuardedBy("lock")
  private Runnable whenBySql = () -> {};

  /** Opens a table by path. */
  @FunctionalInterface
  private interface ByPath<R> {
    TableStore<R> open(String location, Configuration conf);
  }

  /** Opens a table by name. */
  @FunctionalInterface
  private interface ByName<R> {
    TableStore<R> open(CatalogName name, String shown, OwnSessions sessions);
  }

  /**
   * @param context whose catalogs have the tables that are given by name
   * @param hadoop how to reach those that are given by path, asked for as often as one is opened
   */
  TableStores(SparkContext context, Supplier<Configuration> hadoop, Redactor redactor) {
    this.hadoop = hadoop;
    this.sessions = new StoreSessions(context);
    this.redactor = redactor;
  }

  /** The control table. */
  TableStore<VerdictRow> verdicts(TableLocation location) {
    return store(
        location,
        (path, conf) ->
            KernelTableStore.verdicts(path, conf, SystemTime.INSTANCE, OwnSession.author()),
        SqlTableStore::verdicts);
  }

  /** The lineage table. */
  TableStore<LineageRow> lineages(TableLocation location) {
    return store(
        location,
        (path, conf) ->
            KernelTableStore.lineages(path, conf, SystemTime.INSTANCE, OwnSession.author()),
        SqlTableStore::lineages);
  }

  private <R> TableStore<R> store(TableLocation location, ByPath<R> byPath, ByName<R> byName) {
    if (!location.isPath()) {
      CatalogName name = location.name();
      TableStore<R> store = reopening(() -> byName.open(name, name.toString(), sessions));
      keptBySql(store.table().kind());
      return store;
    }
    TableStore<R> kernel = reopening(() -> byPath.open(location.value(), hadoop.get()));
    CatalogName name = new CatalogName(List.of("delta", location.value()));
    String shown = kernel.table().location();
    return new FallbackStore<>(
        kernel,
        reopening(() -> byName.open(name, shown, sessions)),
        refused -> goneOver(kernel.table(), refused));
  }

  private static <R> TableStore<R> reopening(Supplier<TableStore<R>> opener) {
    return new ReopeningStore<>(opener.get().table(), opener);
  }

  private void goneOver(OwnTable table, StoreException refused) {
    LOG.info(
        "The {} is kept by SQL from now on, in Spark jobs and while the SparkContext runs, since"
            + " Delta Kernel cannot write what it has: {}",
        redactor.text(table.toString()),
        redactor.text(refused.bySqlOnly()));
    keptBySql(table.kind());
  }

  /** Whether a table is kept by SQL by now. */
  boolean bySql(OwnTable.Kind kind) {
    synchronized (lock) {
      return bySql.contains(kind);
    }
  }

  /** Says what to do as soon as a table is kept by SQL; at once where one is already. */
  void whenBySql(Runnable action) {
    synchronized (lock) {
      whenBySql = action;
      if (!bySql.isEmpty()) {
        action.run();
      }
    }
  }

  private void keptBySql(OwnTable.Kind kind) {
    synchronized (lock) {
      boolean first = bySql.isEmpty();
      bySql.add(kind);
      if (first) {
        whenBySql.run();
      }
    }
  }
}
