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

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.tidegate.internal.store.schema.FoundColumn;
import java.util.Locale;
import java.util.stream.Collectors;

/** Schemas as a person writes them in SQL. */
final class Ddl {
  private Ddl() {}

  /** One column, as messages and checks have it. */
  static FoundColumn found(StructField field) {
    return new FoundColumn(field.getName(), of(field.getDataType()), field.isNullable());
  }

  /** One column with its type. */
  static String column(StructField field) {
    return found(field).ddl();
  }

  /** One type. */
  static String of(DataType type) {
    if (type instanceof LongType) {
      return "BIGINT";
    } else if (type instanceof IntegerType) {
      return "INT";
    } else if (type instanceof ShortType) {
      return "SMALLINT";
    } else if (type instanceof ByteType) {
      return "TINYINT";
    } else if (type instanceof DecimalType decimal) {
      return "DECIMAL(" + decimal.getPrecision() + "," + decimal.getScale() + ")";
    } else if (type instanceof ArrayType array) {
      return "ARRAY<" + of(array.getElementType()) + ">";
    } else if (type instanceof MapType map) {
      return "MAP<" + of(map.getKeyType()) + "," + of(map.getValueType()) + ">";
    } else if (type instanceof StructType struct) {
      return struct.fields().stream()
          .map(field -> FoundColumn.quoted(field.getName()) + ":" + of(field.getDataType()))
          .collect(Collectors.joining(",", "STRUCT<", ">"));
    }
    return type.toString().toUpperCase(Locale.ROOT);
  }
}
