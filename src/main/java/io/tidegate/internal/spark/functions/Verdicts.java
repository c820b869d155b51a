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
package io.tidegate.internal.spark.functions;

import io.tidegate.internal.status.TableStatus;
import io.tidegate.internal.status.TableStatus.Held;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/** Every table's verdict as a reader sees it: an array of rows, to be made into a relation. */
final class Verdicts implements VerdictFunction {

  /**
   * A column of the relation.
   *
   * @param name that of the control table
   * @param value what it holds for a table
   */
  private record Column(String name, DataType type, Function<TableStatus, @Nullable Object> value) {
    StructField field() {
      return DataTypes.createStructField(name, type, true);
    }
  }

  private static final List<Column> COLUMNS =
      List.of(
          text("table_name", s -> s.row().tableName()),
          time("tracked_from", s -> s.claim().from()),
          time("finalized_until", s -> s.claim().until()),
          text("state", s -> s.state().name()),
          text("reason_code", s -> s.held().map(Held::code).orElse(null)),
          text("reason", s -> s.held().map(Held::reason).orElse(null)),
          time("held_since", s -> s.held().map(Held::since).orElse(null)),
          time("frontier", s -> s.row().frontier()),
          text("basis", s -> s.row().basis()),
          time("seen_at", s -> s.row().seenAt()),
          time("alive_until", s -> s.row().aliveUntil()),
          number("epoch", s -> s.row().epoch()),
          time("epoch_from", s -> s.row().epochFrom()),
          text("query_name", s -> s.row().queryName()),
          text("checkpoint", s -> s.row().checkpoint()),
          number("batch_id", s -> s.row().batchId()),
          time("updated_at", s -> s.row().updatedAt()));

  private final Signature signature = new Signature("tidegate_verdicts");
  private final DataType type =
      DataTypes.createArrayType(
          DataTypes.createStructType(COLUMNS.stream().map(Column::field).toList()), false);

  private static Column text(String name, Function<TableStatus, @Nullable Object> value) {
    return new Column(name, DataTypes.StringType, value);
  }

  private static Column time(String name, Function<TableStatus, @Nullable Object> value) {
    return new Column(name, DataTypes.TimestampType, value);
  }

  private static Column number(String name, Function<TableStatus, @Nullable Object> value) {
    return new Column(name, DataTypes.LongType, value);
  }

  @Override
  public Signature signature() {
    return signature;
  }

  @Override
  public String usage() {
    return "A row for each table that is tracked: its verdict, its state, and what holds it.";
  }

  @Override
  public DataType type() {
    return type;
  }

  @Override
  public Object answer(List<Expression> arguments) {
    return new GenericArrayData(
        Readings.current().statuses().stream().map(Verdicts::row).toArray());
  }

  private static InternalRow row(TableStatus status) {
    return new GenericInternalRow(
        COLUMNS.stream().map(column -> Values.of(column.value().apply(status))).toArray());
  }
}
