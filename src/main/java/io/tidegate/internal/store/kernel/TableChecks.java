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
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.VariantType;
import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.store.schema.RowSchema;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Refuses tables whose columns are not the expected ones, and those that Kernel cannot rewrite
 * where they are to be written.
 */
final class TableChecks<R> {
  private final RowSchema<R, ?> schema;
  private final OwnTable table;
  private final boolean readsOnly;
  private final String another;

  /**
   * @param table what it is, for messages
   * @param readsOnly whether nothing is ever written
   */
  TableChecks(RowSchema<R, ?> schema, OwnTable table, boolean readsOnly) {
    this.schema = schema;
    this.table = table;
    this.readsOnly = readsOnly;
    this.another = "give " + table.kind().setting() + " a path of its own, and restart.";
  }

  /**
   * Checks everything that a read or a commit would otherwise fail on.
   *
   * @throws StoreException not retryable, with what was expected and found
   */
  TableLayout<R> check(Snapshot snapshot) throws StoreException {
    if (!readsOnly) {
      checkWritable(snapshot);
    }
    return checkSchema(snapshot.getSchema());
  }

  private void checkWritable(Snapshot snapshot) throws StoreException {
    checkProperties(snapshot);
    checkLayout(snapshot);
    checkColumns(snapshot.getSchema());
    TableFeatures.validateKernelCanWriteToTable(
        snapshot.getProtocol(), snapshot.getMetadata(), table.location());
  }

  /** The refusal of a table whose commits go through a catalog. */
  StoreException catalogManaged() {
    return Errors.unchangeable(
        table,
        "the table feature catalogManaged: the catalog decides on its commits",
        "Give "
            + table.kind().setting()
            + " the table's name in its catalog, or a path of its own, and restart.");
  }

  /** The refusal of something that Kernel itself refuses. */
  StoreException unsupported(String found) {
    return Errors.feature(table, found, "Drop it from the table, or " + another);
  }

  private void checkProperties(Snapshot snapshot) throws StoreException {
    Map<String, String> properties = snapshot.getMetadata().getConfiguration();
    refuseProperty(properties, "delta.enableChangeDataFeed", Errors::feature);
    refuseProperty(properties, "delta.appendOnly", Errors::unchangeable);
    String mapping = properties.getOrDefault("delta.columnMapping.mode", "none");
    if (!mapping.equalsIgnoreCase("none")) {
      throw Errors.feature(table, "delta.columnMapping.mode=" + mapping, "To keep it, " + another);
    }
    for (String key : properties.keySet()) {
      if (key.toLowerCase(Locale.ROOT).startsWith("delta.constraints.")) {
        throw Errors.feature(
            table,
            "the CHECK constraint " + key + "=" + properties.get(key),
            "Drop it with ALTER TABLE ... DROP CONSTRAINT, or " + another);
      }
    }
  }

  /** Makes the refusal of a table, from what was found and what to do. */
  @FunctionalInterface
  private interface Refusal {
    StoreException of(OwnTable table, String found, String remedy);
  }

  private void refuseProperty(Map<String, String> properties, String key, Refusal refusal)
      throws StoreException {
    if (Boolean.parseBoolean(properties.get(key))) {
      throw refusal.of(
          table,
          key + "=true",
          "Set it with ALTER TABLE ... SET TBLPROPERTIES (" + key + "=false), or " + another);
    }
  }

  private void checkLayout(Snapshot snapshot) throws StoreException {
    List<String> partitions = snapshot.getPartitionColumnNames();
    if (!partitions.isEmpty()) {
      throw Errors.feature(
          table,
          "partitioned by " + String.join(", ", partitions),
          "Create it again without PARTITIONED BY, or " + another);
    }
    Optional<Integer> clustering =
        TableFeatures.isClusteringTableFeatureSupported(snapshot.getProtocol())
            ? snapshot.getClusteringColumnInfos().map(List::size)
            : Optional.empty();
    if (clustering.orElse(0) > 0) {
      throw Errors.feature(
          table,
          "clustered by " + clustering.orElse(0) + " column(s)",
          "Run ALTER TABLE ... CLUSTER BY NONE, or " + another);
    }
  }

  private void checkColumns(StructType schema) throws StoreException {
    for (StructField field : schema.fields()) {
      FieldMetadata metadata = field.getMetadata();
      refuseColumn(field, metadata, "delta.generationExpression", "generated");
      refuseColumn(field, metadata, "delta.identity.start", "identity");
      refuseColumn(field, metadata, "CURRENT_DEFAULT", "default");
      refuseColumn(field, metadata, "delta.invariants", "checked");
      if (hasVariant(field.getDataType())) {
        throw unsupported("the column " + Ddl.column(field));
      }
    }
  }

  private void refuseColumn(StructField field, FieldMetadata metadata, String key, String kind)
      throws StoreException {
    if (metadata.contains(key)) {
      throw Errors.feature(
          table,
          "the "
              + kind
              + " column "
              + Ddl.column(field)
              + " ("
              + key
              + "="
              + metadata.get(key)
              + ")",
          "Drop that from the column, or " + another);
    }
  }

  private static boolean hasVariant(DataType type) {
    if (type instanceof StructType struct) {
      return struct.fields().stream().anyMatch(field -> hasVariant(field.getDataType()));
    } else if (type instanceof ArrayType array) {
      return hasVariant(array.getElementType());
    } else if (type instanceof MapType map) {
      return hasVariant(map.getKeyType()) || hasVariant(map.getValueType());
    }
    return type instanceof VariantType;
  }

  private TableLayout<R> checkSchema(StructType found) throws StoreException {
    schema.check(table, found.fields().stream().map(Ddl::found).toList());
    return TableLayout.of(schema, found);
  }
}
