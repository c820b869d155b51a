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

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.types.StructType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A Delta table that is nothing but a log: none of its data files exists. */
final class LoggedTable {
  private final Path directory;
  private int version;

  private LoggedTable(Path directory) {
    this.directory = directory;
  }

  /** A table without files. */
  static LoggedTable create(Path directory, StructType schema, String... partitions)
      throws IOException {
    return create(directory, schema, Map.of(), TestTables.DELETION_VECTORS, partitions);
  }

  static LoggedTable create(
      Path directory,
      StructType schema,
      Map<String, String> properties,
      String protocol,
      String... partitions)
      throws IOException {
    TestTables.create(directory, schema, List.of(partitions), properties, protocol);
    return new LoggedTable(directory);
  }

  /** Commits actions as the next version. */
  LoggedTable commit(ObjectNode... actions) throws IOException {
    version++;
    Files.writeString(
        directory.resolve(String.format("_delta_log/%020d.json", version)),
        Arrays.stream(actions).map(ObjectNode::toString).collect(Collectors.joining("\n")));
    return this;
  }

  /** The action that adds a file of an unpartitioned table. */
  static ObjectNode add(String path, long rows) {
    return add(path, "{\"numRecords\":" + rows + "}");
  }

  /**
   * The same with any statistics.
   *
   * @param stats null for none
   */
  static ObjectNode add(String path, @Nullable String stats) {
    ObjectNode action = TestTables.JSON.createObjectNode();
    ObjectNode add = action.putObject("add");
    add.put("path", path).put("size", 1).put("modificationTime", 1).put("dataChange", true);
    add.putObject("partitionValues");
    if (stats != null) {
      add.put("stats", stats);
    }
    return action;
  }

  /** Gives an action a partition value. */
  static ObjectNode in(ObjectNode action, String column, @Nullable String value) {
    ((ObjectNode) action.path("add").path("partitionValues")).put(column, value);
    return action;
  }

  /** Gives an action a deletion vector. */
  static ObjectNode marked(ObjectNode action, long rows) {
    ((ObjectNode) action.path("add"))
        .putObject("deletionVector")
        .put("storageType", "u")
        .put("pathOrInlineDv", "vBn[lx{q8@P<9BNH/isA")
        .put("offset", 1)
        .put("sizeInBytes", 36)
        .put("cardinality", rows);
    return action;
  }

  /** The action that removes a file. */
  static ObjectNode remove(String path) {
    ObjectNode action = TestTables.JSON.createObjectNode();
    action
        .putObject("remove")
        .put("path", path)
        .put("deletionTimestamp", 1)
        .put("dataChange", true);
    return action;
  }
}
