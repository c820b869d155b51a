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

import io.tidegate.internal.model.QueryPlan;
import io.tidegate.internal.model.QueryPlan.Execution;
import io.tidegate.internal.model.QueryPlan.OutputMode;
import io.tidegate.internal.model.QueryPlan.Trigger;
import io.tidegate.internal.model.StreamingSource;
import io.tidegate.internal.model.TumblingWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.jspecify.annotations.Nullable;

/**
 * Walks the streaming part of an analyzed plan and sorts its nodes by their simple class names. A
 * name on none of the lists is unknown. Used by one thread, once.
 */
final class PlanWalk {

  private static final String AGGREGATE = "Aggregate";

  /** Every row that enters leaves in the same batch, or never. */
  private static final Set<String> ROW_BY_ROW =
      Set.of(
          "AppendColumns",
          "AppendColumnsWithObject",
          "ArrowEvalPython",
          "ArrowEvalPythonUDTF",
          "BatchEvalPython",
          "BatchEvalPythonUDTF",
          "CollectMetrics",
          "CTERelationDef",
          "DeserializeToObject",
          "Expand",
          "Filter",
          "Generate",
          "LocalLimit",
          "MapElements",
          "MapInArrow",
          "MapInPandas",
          "MapPartitions",
          "MapPartitionsInR",
          "MapPartitionsInRWithArrow",
          "Project",
          "PythonMapInArrow",
          "RebalancePartitions",
          "Repartition",
          "RepartitionByExpression",
          "ResolvedHint",
          "Sample",
          "ScriptTransformation",
          "SerializeFromObject",
          "Sort",
          "SubqueryAlias",
          "TypedFilter",
          "Union",
          "Unpivot",
          "UpdateEventTimeWatermarkColumn",
          "View",
          "WithCTE");

  /** Keeps state, and holds no row back for it. */
  private static final Set<String> EMITS_AT_ONCE =
      Set.of("Deduplicate", "DeduplicateWithinWatermark", "GlobalLimit");

  /** Keeps rows, or what becomes of them, for a later batch. */
  private static final Set<String> STATEFUL =
      Set.of(
          AGGREGATE,
          "Distinct",
          "Except",
          "FlatMapGroupsInPandasWithState",
          "FlatMapGroupsWithState",
          "Intersect",
          "TransformWithState",
          "TransformWithStateInPandas",
          "TransformWithStateInPySpark");

  private static final Set<String> SOURCES =
      Set.of(
          "StreamingRelation",
          "StreamingRelationV2",
          "StreamingExecutionRelation",
          "StreamingDataSourceV2Relation",
          "StreamingDataSourceV2ScanRelation");

  private final Set<String> unknown = new TreeSet<>();
  private final List<LogicalPlan> stateful = new ArrayList<>();
  private final List<LogicalPlan> emitsAtOnce = new ArrayList<>();
  private final List<StreamingSource> sources = new ArrayList<>();
  private int watermarks;

  private PlanWalk() {}

  /** Walks a plan. */
  static PlanWalk of(LogicalPlan plan) {
    PlanWalk walk = new PlanWalk();
    walk.visit(plan, false);
    return walk;
  }

  /** What was found, with how the query runs. */
  QueryPlan toPlan(Execution execution, Trigger trigger, OutputMode outputMode) {
    return new QueryPlan(
        execution,
        trigger,
        outputMode,
        List.copyOf(unknown),
        names(stateful),
        names(emitsAtOnce),
        sources,
        watermarks,
        window());
  }

  private static List<String> names(List<LogicalPlan> nodes) {
    return nodes.stream().map(PlanWalk::name).distinct().sorted().toList();
  }

  private static String name(LogicalPlan node) {
    return node.getClass().getSimpleName();
  }

  /** What the only operator with state collects rows into; null when it is not known. */
  private @Nullable TumblingWindow window() {
    return stateful.size() == 1 && emitsAtOnce.isEmpty() && name(stateful.get(0)).equals(AGGREGATE)
        ? WindowReader.window(stateful.get(0)).orElse(null)
        : null;
  }

  private void visit(LogicalPlan node, boolean watermarkAbove) {
    if (!node.isStreaming()) {
      return;
    }
    String name = name(node);
    List<LogicalPlan> children = children(node);
    boolean watermarked = watermarkAbove;
    if (SOURCES.contains(name)) {
      addSource(node, watermarkAbove);
    } else if (name.equals("EventTimeWatermark")) {
      watermarks++;
      watermarked = true;
    } else if (name.equals("Join")) {
      if (children.stream().filter(LogicalPlan::isStreaming).count() > 1) {
        stateful.add(node);
      }
    } else if (STATEFUL.contains(name)) {
      stateful.add(node);
    } else if (EMITS_AT_ONCE.contains(name)) {
      emitsAtOnce.add(node);
    } else if (!ROW_BY_ROW.contains(name) && !name.equals("CTERelationRef")) {
      unknown.add(name);
    }
    for (LogicalPlan child : children) {
      visit(child, watermarked);
    }
  }

  private void addSource(LogicalPlan leaf, boolean watermarked) {
    try {
      sources.add(SourceReader.source(leaf, watermarked));
    } catch (ReflectiveOperationException | RuntimeException e) {
      sources.add(new StreamingSource(name(leaf), watermarked, false));
      unknown.add("a " + name(leaf) + " whose options cannot be read");
    }
  }

  private List<LogicalPlan> children(LogicalPlan node) {
    try {
      return Reflect.list(node, "children", LogicalPlan.class);
    } catch (ReflectiveOperationException e) {
      unknown.add(name(node) + " without children()");
      return List.of();
    }
  }
}
