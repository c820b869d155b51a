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

import io.tidegate.internal.verdict.VerdictRow;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/** Until when a table is final. */
final class FinalizedUntil implements VerdictFunction {
  private final Signature signature = new Signature("tidegate_finalized_until", "table");

  @Override
  public Signature signature() {
    return signature;
  }

  @Override
  public String usage() {
    return "Until when (exclusive) the table is final. NULL for a table that is not known or has no"
        + " verdict yet.";
  }

  @Override
  public DataType type() {
    return DataTypes.TimestampType;
  }

  @Override
  public @Nullable Object answer(List<Expression> arguments) {
    String table = signature.text(1, arguments.get(0));
    return table == null
        ? null
        : Values.of(Readings.current().row(table).map(VerdictRow::finalizedUntil).orElse(null));
  }
}
