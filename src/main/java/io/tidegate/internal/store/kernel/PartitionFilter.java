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
package io.tidegate.internal.store.kernel;

import io.delta.kernel.Snapshot;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.types.StructField;
import io.tidegate.api.ProgressPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Which files of a table hold the rows of a place. Immutable.
 *
 * @param conditions all of which must hold; none for the whole table
 */
record PartitionFilter(List<Condition> conditions) {

  /**
   * What one partition column must be.
   *
   * @param key what the log calls the column
   * @param value what it must be
   */
  private record Condition(String key, PartitionValue value) {}

  PartitionFilter {
    conditions = List.copyOf(conditions);
  }

  /**
   * The filters of places in one table.
   *
   * @throws UncountableException when one of them names something else than a partition column, or
   *     a value that is none of its column
   */
  static List<PartitionFilter> all(List<ProgressPlace> places, Snapshot snapshot)
      throws UncountableException {
    List<PartitionFilter> filters = new ArrayList<>();
    for (ProgressPlace place : places) {
      List<Condition> conditions = new ArrayList<>();
      for (Map.Entry<String, String> given : place.partition().entrySet()) {
        StructField column = column(given.getKey(), snapshot);
        conditions.add(
            new Condition(
                ColumnMapping.getPhysicalName(column),
                PartitionValue.of(column, given.getValue())));
      }
      filters.add(new PartitionFilter(conditions));
    }
    return filters;
  }

  private static StructField column(String name, Snapshot snapshot) throws UncountableException {
    List<String> partitions = snapshot.getPartitionColumnNames();
    for (String partition : partitions) {
      if (partition.equalsIgnoreCase(name)) {
        return snapshot.getSchema().get(partition);
      }
    }
    throw new UncountableException(
        "'"
            + name
            + "' is not a column that it is partitioned by ("
            + (partitions.isEmpty() ? "there is none" : String.join(", ", partitions))
            + "). Correct the filter in recovery.places.");
  }

  /**
   * Whether a file belongs to the place.
   *
   * @param partition its partition values as the log has them
   */
  boolean matches(Map<String, String> partition) throws UncountableException {
    for (Condition condition : conditions) {
      if (!condition.value().matches(partition.get(condition.key()))) {
        return false;
      }
    }
    return true;
  }
}
