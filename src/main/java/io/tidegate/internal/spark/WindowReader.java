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
package io.tidegate.internal.spark;

import io.tidegate.internal.model.TumblingWindow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataTypes;
import scala.Function1;
import scala.runtime.AbstractPartialFunction;

/**
 * Finds the windows an aggregation collects rows into, by trying out the expression that Spark has
 * put in the place of {@code window(...)}: its shape differs between versions, its values do not.
 */
final class WindowReader {
  private static final String IS_WINDOW = "spark.timeWindow";
  private static final String HAS_WATERMARK = "spark.watermarkDelayMs";

  /** Before, at and after the epoch, on round times and off them, in microseconds. */
  private static final List<Long> PROBES =
      List.of(1_727_793_422_117_345L, -1L, 0L, 4_102_444_800_000_000L, -315_619_200_000_001L);

  private final Expression window;
  private final ExprId time;

  private WindowReader(Expression window, ExprId time) {
    this.window = window;
    this.time = time;
  }

  /** The tumbling windows of the watermarked time that rows are grouped by; empty on any doubt. */
  static Optional<TumblingWindow> window(LogicalPlan aggregate) {
    try {
      List<NamedExpression> keys =
          Reflect.list(aggregate, "groupingExpressions", NamedExpression.class).stream()
              .filter(key -> key.metadata().contains(HAS_WATERMARK))
              .toList();
      if (keys.size() != 1 || !keys.get(0).metadata().contains(IS_WINDOW)) {
        return Optional.empty();
      }
      LogicalPlan below = Reflect.list(aggregate, "children", LogicalPlan.class).get(0);
      Optional<WatermarkColumn.Definition> found =
          WatermarkColumn.definition(below, keys.get(0).exprId());
      if (found.isEmpty()) {
        return Optional.empty();
      }
      Expression value = found.get().value();
      Set<ExprId> columns = columns(value);
      return columns.size() == 1
              && WatermarkColumn.carriesWatermark(found.get().from(), columns.iterator().next())
          ? new WindowReader(value, columns.iterator().next()).tried()
          : Optional.empty();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return Optional.empty();
    }
  }

  /** The windows, where they are of one length and without gaps at every probe and around it. */
  private Optional<TumblingWindow> tried() {
    Bounds first = at(PROBES.get(0));
    TumblingWindow windows =
        new TumblingWindow(
            ChronoUnit.MICROS.getDuration().multipliedBy(first.end() - first.start()),
            instant(first.start()));
    for (long probe : PROBES) {
      Bounds around = at(probe);
      List<Long> edges =
          List.of(probe, around.start() - 1, around.start(), around.end() - 1, around.end());
      if (!edges.stream().allMatch(micros -> agrees(windows, micros))) {
        return Optional.empty();
      }
    }
    return Optional.of(windows);
  }

  private boolean agrees(TumblingWindow windows, long micros) {
    Bounds bounds = at(micros);
    Instant start = windows.floor(instant(micros));
    return instant(bounds.start()).equals(start)
        && instant(bounds.end()).equals(start.plus(windows.length()));
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  /** A window's start (inclusive) and end (exclusive), in microseconds since the epoch. */
  private record Bounds(long start, long end) {}

  private Bounds at(long micros) {
    Expression tried =
        window.transform(new InPlaceOf(time, new Literal(micros, DataTypes.TimestampType)));
    InternalRow bounds = (InternalRow) tried.eval(null);
    return new Bounds(bounds.getLong(0), bounds.getLong(1));
  }

  private static Set<ExprId> columns(Expression expression) {
    Set<ExprId> columns = new HashSet<>();
    expression.foreach(
        node -> {
          if (node instanceof Attribute column) {
            columns.add(column.exprId());
          }
          return scala.runtime.BoxedUnit.UNIT;
        });
    return columns;
  }

  /** Replaces a column by a value. */
  private static final class InPlaceOf extends AbstractPartialFunction<Expression, Expression> {
    private final ExprId column;
    private final Literal value;

    InPlaceOf(ExprId column, Literal value) {
      this.column = column;
      this.value = value;
    }

    @Override
    public boolean isDefinedAt(Expression node) {
      return node instanceof Attribute found && found.exprId().equals(column);
    }

    @Override
    public <A extends Expression, B> B applyOrElse(A node, Function1<A, B> otherwise) {
      @SuppressWarnings("unchecked") // B is a supertype of Expression, which Java cannot say
      B replaced = isDefinedAt(node) ? (B) value : otherwise.apply(node);
      return replaced;
    }
  }
}
