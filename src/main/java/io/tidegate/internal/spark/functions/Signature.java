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

import io.tidegate.internal.errors.StatementErrors;
import io.tidegate.internal.errors.UnansweredException;
import io.tidegate.internal.status.Instants;
import java.time.Instant;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.LeafExpression;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.jspecify.annotations.Nullable;

/**
 * How a function is called, and what it is given. Arguments are counted from 1; the first is a
 * table, the others are times.
 *
 * @param function its name
 * @param arguments their names
 */
record Signature(String function, List<String> arguments) {
  Signature {
    arguments = List.copyOf(arguments);
  }

  Signature(String function, String... arguments) {
    this(function, List.of(arguments));
  }

  /**
   * Checks the arguments of a call while it is analysed: their number, their types, and that each
   * is the same for every row.
   *
   * @throws UnansweredException when one is wrong, and what to give
   */
  void check(List<Expression> given) {
    if (given.size() != arguments.size()) {
      throw misused(
          "it was given "
              + given.size()
              + (given.size() == 1 ? " argument" : " arguments")
              + " and takes "
              + arguments.size()
              + ". Call it as it stands before the colon.");
    }
    for (int i = 0; i < given.size(); i++) {
      if (given.get(i).exists(Signature::varies)) {
        throw varying(i + 1, given.get(i));
      }
      if (i == 0) {
        checkText(given.get(i));
      } else {
        checkTime(i + 1, given.get(i));
      }
    }
  }

  /** Whether a part of an argument may be another value in each row. */
  private static boolean varies(Expression part) {
    return (part instanceof LeafExpression && !part.foldable())
        || part instanceof PlanExpression
        || !part.deterministic();
  }

  private UnansweredException varying(int position, Expression argument) {
    return misused(
        named(position, argument)
            + " may be another one in each row. A verdict is looked up once for a statement, on the"
            + " driver, before rows are read. Give literals, or expressions of literals and"
            + " current_timestamp(); to ask for each row, join with tidegate_verdicts() on"
            + " tracked_from <= start AND end <= finalized_until.");
  }

  private void checkText(Expression argument) {
    DataType type = argument.dataType();
    if (!(type instanceof StringType || type instanceof NullType)) {
      throw misused(
          named(1, argument)
              + " is of type "
              + type.sql()
              + ", and a table is named by a STRING. Give the name under which its query is tracked.");
    }
  }

  private void checkTime(int position, Expression argument) {
    DataType type = argument.dataType();
    if (!(isTimestamp(type) || type instanceof StringType || type instanceof NullType)) {
      throw misused(
          named(position, argument)
              + " is of type "
              + type.sql()
              + ", which has no zone and so is no instant. Give a TIMESTAMP; CAST(... AS"
              + " TIMESTAMP_LTZ) takes a date or a local time as one in the session's time zone.");
    }
  }

  private static boolean isTimestamp(DataType type) {
    return DataTypes.TimestampType.equals(type);
  }

  /** The text of an argument; null for NULL. */
  @Nullable String text(int position, Expression argument) {
    Object value = value(position, argument);
    return value == null ? null : value.toString();
  }

  /**
   * The instant of an argument; null for NULL.
   *
   * @throws UnansweredException when it is a text that is no instant
   */
  @Nullable Instant instant(int position, Expression argument) {
    Object value = value(position, argument);
    if (value == null) {
      return null;
    }
    if (value instanceof Long micros && isTimestamp(argument.dataType())) {
      return Values.instant(micros);
    }
    try {
      return Instants.instant(value.toString());
    } catch (IllegalArgumentException e) {
      throw misused(
          "the argument " + named(position) + ": " + e.getMessage() + ", or a TIMESTAMP.");
    }
  }

  private @Nullable Object value(int position, Expression argument) {
    if (!argument.foldable()) {
      throw varying(position, argument);
    }
    return argument.eval(null);
  }

  private String named(int position, Expression argument) {
    return "the argument " + named(position) + ", " + argument.sql() + ",";
  }

  private String named(int position) {
    return "`" + arguments.get(position - 1) + "`";
  }

  private UnansweredException misused(String why) {
    return StatementErrors.misusedFunction(toString(), why);
  }

  /** The call with the names of its arguments. */
  @Override
  public String toString() {
    return function + "(" + String.join(", ", arguments) + ")";
  }
}
