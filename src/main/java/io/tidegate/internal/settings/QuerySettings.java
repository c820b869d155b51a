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
package io.tidegate.internal.settings;

import io.tidegate.api.FrontierRule;
import io.tidegate.internal.model.NamePattern;
import java.time.Duration;
import java.time.ZoneId;

/**
 * One {@code queries.<label>} entry.
 *
 * @param label the entry's label
 * @param name which query names it tracks
 * @param table the target table, the key of its row; {@code {name}} stands for the query name
 * @param frontier the rule
 * @param granularity length of a period; positive, divides a day
 * @param zone zone of the periods
 * @param lag subtracted from the frontier; not negative
 * @param offset where the {@code offset} rule looks
 * @param onNewLineage what a new lineage does with an old claim
 * @param startsAt where a new checkpoint begins to read
 * @param recovery the bound on restarts
 * @param done where done markers go
 */
public record QuerySettings(
    String label,
    NamePattern name,
    String table,
    FrontierRule frontier,
    Duration granularity,
    ZoneId zone,
    Duration lag,
    OffsetSettings offset,
    OnNewLineage onNewLineage,
    StartsAt startsAt,
    RecoverySettings recovery,
    DoneSettings done) {

  /** What stands for the query name in {@link #table}. */
  public static final String NAME_PLACEHOLDER = "{name}";

  public QuerySettings {
    if (lag.isNegative() || granularity.isNegative() || granularity.isZero()) {
      throw new IllegalArgumentException(
          "No verdict comes of the lag " + lag + " and the granularity " + granularity + ".");
    }
  }

  /** What a new lineage does with the claim of the one before it. */
  public enum OnNewLineage {
    /** Withdraw it until the new lineage has passed it. */
    REBUILD,
    /** Keep it: the checkpoint was moved. */
    TRUST
  }

  /** Where a new checkpoint begins to read its sources. */
  public enum StartsAt {
    NOW,
    BEGINNING
  }

  /** The target table of a query with this name. */
  public String tableFor(String queryName) {
    return table.replace(NAME_PLACEHOLDER, queryName);
  }
}
