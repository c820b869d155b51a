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
import io.delta.kernel.types.TimestampType;
import io.tidegate.internal.verdict.VerdictRow;
import io.tidegate.internal.verdict.VerdictRowBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One column of the control table and the component of {@link VerdictRow} it holds. Immutable. */
final class VerdictColumn {
  /** Takes a component out of a row. */
  @FunctionalInterface
  interface Getter<T> {
    @Nullable T get(VerdictRow row);
  }

  /** Puts a cell into a row. */
  @FunctionalInterface
  private interface CellReader {
    void read(ColumnVector cells, int rowId, VerdictRowBuilder row);
  }

  private final String name;
  private final DataType type;
  private final String comment;
  private final Getter<?> getter;
  private final CellReader reader;

  private VerdictColumn(
      String name, DataType type, String comment, Getter<?> getter, CellReader reader) {
    this.name = name;
    this.type = type;
    this.comment = comment;
    this.getter = getter;
    this.reader = reader;
  }

  static VerdictColumn ofString(
      String name,
      String comment,
      Getter<String> getter,
      BiConsumer<VerdictRowBuilder, String> setter) {
    return new VerdictColumn(
        name,
        StringType.STRING,
        comment,
        getter,
        (cells, rowId, row) -> setter.accept(row, cells.getString(rowId)));
  }

  static VerdictColumn ofLong(
      String name,
      String comment,
      Getter<Long> getter,
      BiConsumer<VerdictRowBuilder, Long> setter) {
    return new VerdictColumn(
        name,
        LongType.LONG,
        comment,
        getter,
        (cells, rowId, row) -> setter.accept(row, cells.getLong(rowId)));
  }

  static VerdictColumn ofInstant(
      String name,
      String comment,
      Getter<Instant> getter,
      BiConsumer<VerdictRowBuilder, Instant> setter) {
    return new VerdictColumn(
        name,
        TimestampType.TIMESTAMP,
        comment,
        getter,
        (cells, rowId, row) -> setter.accept(row, instant(cells.getLong(rowId))));
  }

  String name() {
    return name;
  }

  DataType type() {
    return type;
  }

  /** The column as it is created. */
  StructField field() {
    return new StructField(
        name, type, true, FieldMetadata.builder().putString("comment", comment).build());
  }

  /** The row's cell in Kernel's form: a String, a Long, or a timestamp as Long microseconds. */
  @Nullable Object cell(VerdictRow row) {
    Object value = getter.get(row);
    return value instanceof Instant instant ? (Object) micros(instant) : value;
  }

  /** Puts the cell into the row; a NULL cell leaves the builder's own default. */
  void read(ColumnVector cells, int rowId, VerdictRowBuilder row) {
    if (!cells.isNullAt(rowId)) {
      reader.read(cells, rowId, row);
    }
  }

  /** Microseconds since the epoch; an instant beyond what the table can hold becomes its limit. */
  static long micros(Instant instant) {
    try {
      return Math.addExact(
          Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
    } catch (ArithmeticException beyond) {
      return instant.isAfter(Instant.EPOCH) ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
