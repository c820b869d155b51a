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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Walks the streaming part of an analyzed plan and sorts its nodes by their simple class names. A
 * name on none of the lists is unknown. Used by one thread, once.
 */
final class PlanWalk {

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
          "SubqueryAlias",
          "TypedFilter",
          "Union",
          "Unpivot",
          "View",
          "WithCTE");

  /** Keeps state, and holds no row back for it. */
  private static final Set<String> EMITS_AT_ONCE =
      Set.of("Deduplicate", "DeduplicateWithinWatermark", "GlobalLimit");

  /** Keeps rows, or what becomes of them, for a later batch. */
  private static final Set<String> STATEFUL =
      Set.of(
          "Aggregate",
          "Distinct",
          "FlatMapGroupsInPandasWithState",
          "FlatMapGroupsWithState",
          "TransformWithState",
          "TransformWithStateInPandas",
          "TransformWithStateInPySpark");

  private static final Set<String> WATERMARK =
      Set.of("EventTimeWatermark", "UpdateEventTimeWatermarkColumn");

  private static final Set<String> SOURCES =
      Set.of(
          "StreamingRelation",
          "StreamingRelationV2",
          "StreamingExecutionRelation",
          "StreamingDataSourceV2Relation",
          "StreamingDataSourceV2ScanRelation");

  private final Set<String> unknown = new TreeSet<>();
  private final Set<String> stateful = new TreeSet<>();
  private final Set<String> emitsAtOnce = new TreeSet<>();
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
        List.copyOf(stateful),
        List.copyOf(emitsAtOnce),
        List.copyOf(sources),
        watermarks,
        null);
  }

  private void visit(LogicalPlan node, boolean watermarkAbove) {
    if (!node.isStreaming()) {
      return;
    }
    String name = node.getClass().getSimpleName();
    boolean watermarked = watermarkAbove;
    List<LogicalPlan> children = children(node);
    if (SOURCES.contains(name)) {
      sources.add(new StreamingSource(name, watermarkAbove, false));
    } else if (WATERMARK.contains(name)) {
      watermarks++;
      watermarked = true;
    } else if (name.equals("Join")) {
      if (children.stream().filter(LogicalPlan::isStreaming).count() > 1) {
        stateful.add(name);
      }
    } else if (STATEFUL.contains(name)) {
      stateful.add(name);
    } else if (EMITS_AT_ONCE.contains(name)) {
      emitsAtOnce.add(name);
    } else if (!ROW_BY_ROW.contains(name) && !name.equals("CTERelationRef")) {
      unknown.add(name);
    }
    for (LogicalPlan child : children) {
      visit(child, watermarked);
    }
  }

  /** The children, without naming the collection type, which differs between Scala versions. */
  private List<LogicalPlan> children(LogicalPlan node) {
    List<LogicalPlan> children = new ArrayList<>();
    try {
      scala.collection.Iterator<?> each =
          ((scala.collection.Iterable<?>) Reflect.call(node, "children")).iterator();
      while (each.hasNext()) {
        if (each.next() instanceof LogicalPlan child) {
          children.add(child);
        }
      }
    } catch (ReflectiveOperationException e) {
      unknown.add(node.getClass().getSimpleName() + " without children()");
    }
    return children;
  }
}
