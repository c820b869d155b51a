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

import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The value of a partition column, which logs and filters hold as text: two texts are the same
 * value when they are equal as the column's type. Immutable.
 *
 * @param column the column
 * @param text the value; empty for NULL, as in the log
 * @param value the same in the column's type; null for NULL
 */
record PartitionValue(StructField column, String text, @Nullable Object value) {
  private static final int DATE_LENGTH = 10;

  /**
   * The value that a filter asks for.
   *
   * @throws UncountableException when the text is no value of the column
   */
  static PartitionValue of(StructField column, String text) throws UncountableException {
    try {
      return new PartitionValue(column, text, read(column.getDataType(), text));
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new UncountableException(
          "the value of '"
              + column.getName()
              + "' in its filter is no "
              + Ddl.of(column.getDataType())
              + ". Correct the filter in recovery.places.");
    }
  }

  /**
   * Whether a text from the log is this value.
   *
   * @param logged null or empty for NULL
   * @throws UncountableException when that cannot be said
   */
  boolean matches(@Nullable String logged) throws UncountableException {
    String other = logged == null ? "" : logged;
    if (other.equals(text)) {
      return true;
    }
    Object found;
    try {
      found = read(column.getDataType(), other);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new UncountableException(
          "the log gives '"
              + column.getName()
              + "' a value that is no "
              + Ddl.of(column.getDataType())
              + ". Take the filter or the table out of recovery.places.");
    }
    if (value == null || found == null) {
      return false;
    }
    if (value.getClass() != found.getClass()) {
      throw new UncountableException(
          "'"
              + column.getName()
              + "' is "
              + other
              + " in the log and "
              + text
              + " in the filter, of which one has a zone and the other has none. Write it in the"
              + " filter as the log does.");
    }
    return value.equals(found);
  }

  private static @Nullable Object read(DataType type, String text) {
    if (text.isEmpty()) {
      return null;
    } else if (type instanceof ByteType
        || type instanceof ShortType
        || type instanceof IntegerType
        || type instanceof LongType) {
      return Long.valueOf(text);
    } else if (type instanceof FloatType) {
      return Float.valueOf(text);
    } else if (type instanceof DoubleType) {
      return Double.valueOf(text);
    } else if (type instanceof DecimalType) {
      return new BigDecimal(text).stripTrailingZeros();
    } else if (type instanceof BooleanType) {
      return bool(text);
    } else if (type instanceof DateType) {
      return LocalDate.parse(text);
    } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return time(text.replace(' ', 'T'));
    }
    return text;
  }

  private static Boolean bool(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException();
    };
  }

  /** An instant where the text has an offset from UTC, else a local time. */
  private static Object time(String text) {
    boolean zoned =
        text.endsWith("Z") || Math.max(text.lastIndexOf('+'), text.lastIndexOf('-')) > DATE_LENGTH;
    return zoned ? OffsetDateTime.parse(text).toInstant() : LocalDateTime.parse(text);
  }
}
