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
package io.tidegate.it.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** Turns the rows of a batch into Spark's. A time is an ISO-8601 instant. */
final class CdcPartitionReader implements PartitionReader<InternalRow> {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final StructType schema;
  private final String[] rows;
  private int next;

  CdcPartitionReader(CdcPartition partition) {
    this.schema = partition.schema();
    this.rows = partition.rows();
  }

  @Override
  public boolean next() {
    return next++ < rows.length;
  }

  @Override
  public InternalRow get() {
    JsonNode row;
    try {
      row = JSON.readTree(rows[next - 1]);
    } catch (IOException e) {
      throw new IllegalStateException("Not a row: " + rows[next - 1], e);
    }
    Object[] values = new Object[schema.fields().length];
    for (int i = 0; i < values.length; i++) {
      StructField field = schema.fields()[i];
      values[i] = value(field.dataType(), row.path(field.name()));
    }
    return new GenericInternalRow(values);
  }

  private static Object value(DataType type, JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    return switch (type.typeName()) {
      case "long" -> value.longValue();
      case "integer" -> value.intValue();
      case "double" -> value.doubleValue();
      case "boolean" -> value.booleanValue();
      case "timestamp" -> micros(Instant.parse(value.textValue()));
      case "string" ->
          UTF8String.fromString(value.isTextual() ? value.textValue() : value.toString());
      default -> throw new IllegalArgumentException("The feed has no values of type " + type);
    };
  }

  /** Over centuries, for which nanoseconds have no room. */
  private static long micros(Instant instant) {
    return Math.multiplyExact(instant.getEpochSecond(), 1_000_000) + instant.getNano() / 1_000;
  }

  @Override
  public void close() {}
}
