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

import io.tidegate.internal.model.StreamingSource;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Reads what a plan says of a streaming source, which differs between Spark's two source APIs. */
final class SourceReader {
  private static final String KAFKA = "kafka";
  private static final String ISOLATION = "kafka.isolation.level";

  private SourceReader() {}

  /**
   * Reads a leaf of the plan.
   *
   * @throws ReflectiveOperationException when what Kafka was asked for cannot be read
   */
  static StreamingSource source(LogicalPlan leaf, boolean watermarked)
      throws ReflectiveOperationException {
    return switch (leaf.getClass().getSimpleName()) {
      case "StreamingRelation" -> {
        Object dataSource = Reflect.call(leaf, "dataSource");
        yield source(Reflect.call(dataSource, "className"), dataSource, "options", watermarked);
      }
      case "StreamingRelationV2" ->
          source(Reflect.call(leaf, "sourceName"), leaf, "extraOptions", watermarked);
      default -> new StreamingSource(leaf.getClass().getSimpleName(), watermarked, false);
    };
  }

  private static StreamingSource source(
      Object name, Object holder, String options, boolean watermarked)
      throws ReflectiveOperationException {
    if (!isKafka(name.toString())) {
      return new StreamingSource(name.toString(), watermarked, false);
    }
    boolean committed =
        option(holder, options)
            .filter(level -> level.equalsIgnoreCase("read_committed"))
            .isPresent();
    return new StreamingSource(KAFKA, watermarked, committed);
  }

  private static boolean isKafka(String provider) {
    return provider.equalsIgnoreCase(KAFKA)
        || provider.startsWith("org.apache.spark.sql.kafka010.");
  }

  /** The isolation level; empty when it was not given. */
  private static Optional<String> option(Object holder, String options)
      throws ReflectiveOperationException {
    if (Reflect.call(holder, options) instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .filter(each -> ISOLATION.equalsIgnoreCase(String.valueOf(each.getKey())))
          .map(each -> String.valueOf(each.getValue()))
          .findFirst();
    }
    return Reflect.list(holder, options, scala.Tuple2.class).stream()
        .filter(each -> ISOLATION.equalsIgnoreCase(String.valueOf(each._1())))
        .map(each -> String.valueOf(each._2()))
        .findFirst();
  }
}
