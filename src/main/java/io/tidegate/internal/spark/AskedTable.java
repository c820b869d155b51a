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

import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.CatalogName;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.settings.TableLocation;
import io.tidegate.internal.store.FallbackStore;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.kernel.KernelTableStore;
import io.tidegate.internal.store.sql.SqlTableStore;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;

/**
 * The control table as one session of the application's may read it: a path through Delta Kernel
 * and, where Kernel cannot, by SQL; a catalog name by SQL. Thread safe.
 */
public final class AskedTable {
  private final AskersSession session;
  private final TableStore<VerdictRow> store;

  /**
   * @param asking whose catalogs have the table that is given by name
   * @param hadoop how the session that asks reaches one that is given by path
   */
  public AskedTable(TableLocation location, SparkSession asking, Configuration hadoop) {
    this.session = new AskersSession(asking);
    this.store = store(location, session, hadoop);
  }

  private static TableStore<VerdictRow> store(
      TableLocation location, AskersSession session, Configuration hadoop) {
    if (!location.isPath()) {
      CatalogName name = location.name();
      return SqlTableStore.verdicts(name, name.toString(), session);
    }
    TableStore<VerdictRow> kernel =
        KernelTableStore.verdictsToRead(location.value(), hadoop, SystemTime.INSTANCE);
    CatalogName name = new CatalogName(List.of("delta", location.value()));
    return new FallbackStore<>(
        kernel,
        SqlTableStore.verdicts(name, kernel.table().location(), session),
        refused -> {}); // nothing is kept here
  }

  /** Which table it is and where. */
  public OwnTable table() {
    return store.table();
  }

  /**
   * Reads the newest version.
   *
   * @return a snapshot without rows where there is no table yet
   */
  public TableSnapshot<VerdictRow> read() throws StoreException {
    try {
      return store.read();
    } catch (StoreException e) {
      session.renew();
      throw e;
    }
  }
}
