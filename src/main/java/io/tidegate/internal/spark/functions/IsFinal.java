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
import io.tidegate.internal.status.Claim;
import io.tidegate.internal.status.Period;
import java.time.Instant;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/** Whether a period of a table is final. */
final class IsFinal implements VerdictFunction {
  private final Signature signature = new Signature("tidegate_is_final", "table", "start", "end");

  @Override
  public Signature signature() {
    return signature;
  }

  @Override
  public String usage() {
    return "Whether the period from start (inclusive) to end (exclusive) of the table is final.";
  }

  @Override
  public DataType type() {
    return DataTypes.BooleanType;
  }

  @Override
  public @Nullable Object answer(List<Expression> arguments) {
    String table = signature.text(1, arguments.get(0));
    Instant start = signature.instant(2, arguments.get(1));
    Instant end = signature.instant(3, arguments.get(2));
    if (table == null || start == null || end == null) {
      return null;
    }
    if (!start.isBefore(end)) {
      throw StatementErrors.misusedFunction(
          signature.toString(),
          "the period from "
              + start
              + " to "
              + end
              + " ends before it starts, or as it does, so that nothing can be final in it. The end"
              + " is exclusive: give one after the start.");
    }
    return Claim.of(Readings.current().existing(table)).covers(new Period(start, end));
  }
}
