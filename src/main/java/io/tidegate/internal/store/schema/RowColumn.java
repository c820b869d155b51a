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
package io.tidegate.internal.store.schema;

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
public final class RowColumn<R, B> {
  /** What a column holds, and in which form its cells are handled. */
  public enum Type {
    /** A {@code String}. */
    STRING("STRING"),
    /** A {@code Long}. */
    LONG("BIGINT"),
    /** An instant, as {@code Long} microseconds since the epoch. */
    INSTANT("TIMESTAMP");

    private final String sql;

    Type(String sql) {
      this.sql = sql;
    }

    /** The type's name in SQL. */
    public String sql() {
      return sql;
    }
  }

  /** Takes a component out of a row. */
  @FunctionalInterface
  interface Getter<R, T> {
    @Nullable T get(R row);
  }

  private final String name;
  private final Type type;
  private final String comment;
  private final Getter<R, ?> getter;
  private final BiConsumer<B, Object> setter;
  private final boolean neverNull;
  private final boolean mayBeAbsent;

  private RowColumn(
      String name,
      Type type,
      String comment,
      Getter<R, ?> getter,
      BiConsumer<B, Object> setter,
      boolean neverNull,
      boolean mayBeAbsent) {
    this.name = name;
    this.type = type;
    this.comment = comment;
    this.getter = getter;
    this.setter = setter;
    this.neverNull = neverNull;
    this.mayBeAbsent = mayBeAbsent;
  }

  /** The column that holds the key, which the builder already has. */
  static <R, B> RowColumn<R, B> ofKey(String name, String comment, Getter<R, String> getter) {
    return new RowColumn<>(name, Type.STRING, comment, getter, (row, cell) -> {}, true, false);
  }

  static <R, B> RowColumn<R, B> ofString(
      String name, String comment, Getter<R, String> getter, BiConsumer<B, String> setter) {
    return new RowColumn<>(
        name,
        Type.STRING,
        comment,
        getter,
        (row, cell) -> setter.accept(row, (String) cell),
        false,
        false);
  }

  static <R, B> RowColumn<R, B> ofLong(
      String name, String comment, Getter<R, Long> getter, BiConsumer<B, Long> setter) {
    return new RowColumn<>(
        name,
        Type.LONG,
        comment,
        getter,
        (row, cell) -> setter.accept(row, (Long) cell),
        false,
        false);
  }

  static <R, B> RowColumn<R, B> ofInstant(
      String name, String comment, Getter<R, Instant> getter, BiConsumer<B, Instant> setter) {
    return new RowColumn<>(
        name,
        Type.INSTANT,
        comment,
        getter,
        (row, cell) -> setter.accept(row, instant((Long) cell)),
        false,
        false);
  }

  /** This column where every row that is written has a value. */
  RowColumn<R, B> neverNull() {
    return new RowColumn<>(name, type, comment, getter, setter, true, mayBeAbsent);
  }

  /** This column where tables that an earlier version created do not have it. */
  RowColumn<R, B> mayBeAbsent() {
    return new RowColumn<>(name, type, comment, getter, setter, neverNull, true);
  }

  /** The column's name, in lower case. */
  public String name() {
    return name;
  }

  /** What it holds. */
  public Type type() {
    return type;
  }

  /** What it means, in a few words. */
  public String comment() {
    return comment;
  }

  /** Whether NULL is never written, so that the table need not allow it. */
  public boolean isNeverNull() {
    return neverNull;
  }

  /** Whether a table without the column is as good, its cells being NULL then. */
  public boolean isMaybeAbsent() {
    return mayBeAbsent;
  }

  /** The row's cell in the form of the column's type; null for NULL. */
  public @Nullable Object cell(R row) {
    Object value = getter.get(row);
    return value instanceof Instant instant ? (Object) micros(instant) : value;
  }

  /** Puts a cell into a row; a NULL cell leaves the builder's own default. */
  void read(@Nullable Object cell, B row) {
    if (cell != null) {
      setter.accept(row, cell);
    }
  }

  /** Microseconds since the epoch; an instant beyond what the table can hold becomes its limit. */
  public static long micros(Instant instant) {
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
