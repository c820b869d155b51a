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

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampType;
import io.tidegate.internal.store.schema.RowColumn;
import io.tidegate.internal.store.schema.RowSchema;
import org.jspecify.annotations.Nullable;

/** Columns of tidegate's tables as Kernel has them. */
final class KernelTypes {
  private KernelTypes() {}

  /** The schema a new table is created with. */
  static StructType struct(RowSchema<?, ?> schema) {
    return new StructType(schema.columns().stream().map(KernelTypes::field).toList());
  }

  private static StructField field(RowColumn<?, ?> column) {
    FieldMetadata metadata = FieldMetadata.builder().putString("comment", column.comment()).build();
    return new StructField(column.name(), of(column.type()), true, metadata);
  }

  /** The type of a column's cells. */
  static DataType of(RowColumn.Type type) {
    return switch (type) {
      case STRING -> StringType.STRING;
      case LONG -> LongType.LONG;
      case INSTANT -> TimestampType.TIMESTAMP;
    };
  }

  /** A cell in the form of its column's type; null for NULL. */
  static @Nullable Object cell(RowColumn.Type type, ColumnVector cells, int rowId) {
    if (cells.isNullAt(rowId)) {
      return null;
    }
    return switch (type) {
      case STRING -> cells.getString(rowId);
      case LONG, INSTANT -> cells.getLong(rowId);
    };
  }
}
