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
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One column of a table and the component of a row it holds. Immutable.
 *
 * @param <R> a row
 * @param <B> what builds a row
 */
final class RowColumn<R, B> {
  /** Takes a component out of a row. */
  @FunctionalInterface
  interface Getter<R, T> {
    @Nullable T get(R row);
  }

  /** Puts a cell into a row. */
  @FunctionalInterface
  private interface CellReader<B> {
    void read(ColumnVector cells, int rowId, B row);
  }

  private final String name;
  private final DataType type;
  private final String comment;
  private final Getter<R, ?> getter;
  private final CellReader<B> reader;
  private final boolean neverNull;
  private final boolean mayBeAbsent;

  private RowColumn(
      String name,
      DataType type,
      String comment,
      Getter<R, ?> getter,
      CellReader<B> reader,
      boolean neverNull,
      boolean mayBeAbsent) {
    this.name = name;
    this.type = type;
    this.comment = comment;
    this.getter = getter;
    this.reader = reader;
    this.neverNull = neverNull;
    this.mayBeAbsent = mayBeAbsent;
  }

  /** The column that holds the key, which the builder already has. */
  static <R, B> RowColumn<R, B> ofKey(String name, String comment, Getter<R, String> getter) {
    return new RowColumn<>(
        name, StringType.STRING, comment, getter, (cells, rowId, row) -> {}, true, false);
  }

  static <R, B> RowColumn<R, B> ofString(
      String name, String comment, Getter<R, String> getter, BiConsumer<B, String> setter) {
    return new RowColumn<>(
        name,
        StringType.STRING,
        comment,
        getter,
        (cells, rowId, row) -> setter.accept(row, cells.getString(rowId)),
        false,
        false);
  }

  static <R, B> RowColumn<R, B> ofLong(
      String name, String comment, Getter<R, Long> getter, BiConsumer<B, Long> setter) {
    return new RowColumn<>(
        name,
        LongType.LONG,
        comment,
        getter,
        (cells, rowId, row) -> setter.accept(row, cells.getLong(rowId)),
        false,
        false);
  }

  static <R, B> RowColumn<R, B> ofInstant(
      String name, String comment, Getter<R, Instant> getter, BiConsumer<B, Instant> setter) {
    return new RowColumn<>(
        name,
        TimestampType.TIMESTAMP,
        comment,
        getter,
        (cells, rowId, row) -> setter.accept(row, instant(cells.getLong(rowId))),
        false,
        false);
  }

  /** This column where every row that is written has a value. */
  RowColumn<R, B> neverNull() {
    return new RowColumn<>(name, type, comment, getter, reader, true, mayBeAbsent);
  }

  /** This column where tables that an earlier version created do not have it. */
  RowColumn<R, B> mayBeAbsent() {
    return new RowColumn<>(name, type, comment, getter, reader, neverNull, true);
  }

  String name() {
    return name;
  }

  DataType type() {
    return type;
  }

  /** Whether NULL is never written, so that the table need not allow it. */
  boolean isNeverNull() {
    return neverNull;
  }

  /** Whether a table without the column is as good, its cells being NULL then. */
  boolean isMaybeAbsent() {
    return mayBeAbsent;
  }

  /** The column as it is created. */
  StructField field() {
    return new StructField(
        name, type, true, FieldMetadata.builder().putString("comment", comment).build());
  }

  /** The row's cell in Kernel's form: a String, a Long, or a timestamp as Long microseconds. */
  @Nullable Object cell(R row) {
    Object value = getter.get(row);
    return value instanceof Instant instant ? (Object) micros(instant) : value;
  }

  /** Puts the cell into the row; a NULL cell leaves the builder's own default. */
  void read(ColumnVector cells, int rowId, B row) {
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
