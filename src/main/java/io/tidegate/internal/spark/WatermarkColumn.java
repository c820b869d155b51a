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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Follows columns down a streaming plan, through renames and unions, to where they are defined or
 * get a watermark.
 */
final class WatermarkColumn {
  private static final String UNION = "Union";

  private WatermarkColumn() {}

  /**
   * A column's definition.
   *
   * @param value what it is computed by
   * @param from the plan whose output that is computed from
   */
  record Definition(Expression value, LogicalPlan from) {}

  /** What computes a column; empty when several do, or none that can be told. */
  static Optional<Definition> definition(LogicalPlan node, ExprId column)
      throws ReflectiveOperationException {
    Optional<At> at = Optional.of(new At(node, column));
    while (at.isPresent() && !name(at.get().node()).equals(UNION)) {
      Optional<Alias> alias = alias(at.get());
      if (alias.isPresent() && !(alias.get().child() instanceof Attribute)) {
        LogicalPlan from = children(at.get().node()).get(0);
        return Optional.of(new Definition(alias.get().child(), from));
      }
      at = below(at.get());
    }
    return Optional.empty();
  }

  /** Whether a column holds, in whatever stream a row comes from, the time of a watermark. */
  static boolean carriesWatermark(LogicalPlan node, ExprId column)
      throws ReflectiveOperationException {
    if (!node.isStreaming()) {
      return false;
    }
    return switch (name(node)) {
      case "EventTimeWatermark" ->
          Reflect.call(node, "eventTime") instanceof Attribute time && time.exprId().equals(column);
      case UNION -> everyBranchCarries(node, column);
      default -> {
        Optional<At> below = below(new At(node, column));
        yield below.isPresent() && carriesWatermark(below.get().node(), below.get().column());
      }
    };
  }

  private static boolean everyBranchCarries(LogicalPlan union, ExprId column)
      throws ReflectiveOperationException {
    int place = ids(union).indexOf(column);
    if (place < 0) {
      return false;
    }
    for (LogicalPlan branch : children(union)) {
      if (!carriesWatermark(branch, ids(branch).get(place))) {
        return false;
      }
    }
    return true;
  }

  /** A column of a plan's output. */
  private record At(LogicalPlan node, ExprId column) {}

  /** The column of a child that a column is, by whatever name; empty when it is computed. */
  private static Optional<At> below(At at) throws ReflectiveOperationException {
    Optional<Alias> alias = alias(at);
    if (alias.isPresent()) {
      return alias.get().child() instanceof Attribute renamed
          ? Optional.of(new At(children(at.node()).get(0), renamed.exprId()))
          : Optional.empty();
    }
    List<At> found = new ArrayList<>();
    for (LogicalPlan child : children(at.node())) {
      if (ids(child).contains(at.column())) {
        found.add(new At(child, at.column()));
      }
    }
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  /** What a projection gives a new name to as this column. */
  private static Optional<Alias> alias(At at) throws ReflectiveOperationException {
    return name(at.node()).equals("Project")
        ? Reflect.list(at.node(), "projectList", Alias.class).stream()
            .filter(each -> each.exprId().equals(at.column()))
            .findFirst()
        : Optional.empty();
  }

  private static String name(LogicalPlan node) {
    return node.getClass().getSimpleName();
  }

  private static List<LogicalPlan> children(LogicalPlan node) throws ReflectiveOperationException {
    return Reflect.list(node, "children", LogicalPlan.class);
  }

  private static List<ExprId> ids(LogicalPlan node) throws ReflectiveOperationException {
    return Reflect.list(node, "output", Attribute.class).stream().map(Attribute::exprId).toList();
  }
}
