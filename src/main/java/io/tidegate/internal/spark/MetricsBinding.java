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

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.tidegate.internal.metrics.TableMetrics;
import io.tidegate.internal.metrics.TidegateMetrics;
import io.tidegate.internal.util.SystemTime;
import java.time.Instant;
import java.util.function.Supplier;

/** Shows the figures in Spark's metrics system, tables as they come. */
final class MetricsBinding {
  private static final int LONGEST_NAME = 200;

  private MetricsBinding() {}

  static void bind(TidegateMetrics metrics, MetricRegistry registry) {
    gauge(registry, "commits", metrics::commits);
    gauge(registry, "conflicts", metrics::conflicts);
    gauge(registry, "retries", metrics::retries);
    gauge(registry, "failureStreak", metrics::failureStreak);
    gauge(registry, "slotsOverwritten", metrics::slotsOverwritten);
    gauge(registry, "writesSuperseded", metrics::writesSuperseded);
    gauge(registry, "ambiguousNames", metrics::ambiguousNames);
    gauge(registry, "startsRefused", metrics::startsRefused);
    gauge(registry, "startsWarned", metrics::startsWarned);
    gauge(registry, "startsUnread", metrics::startsUnread);
    gauge(registry, "callback.count", metrics::callbacks);
    gauge(registry, "callback.meanNanos", () -> meanNanos(metrics));
    gauge(registry, "callback.maxNanos", metrics::longestCallbackNanos);
    metrics.onNewTable(table -> bind(table, registry));
  }

  private static long meanNanos(TidegateMetrics metrics) {
    long count = metrics.callbacks();
    return count == 0 ? 0 : metrics.callbackNanos() / count;
  }

  private static void bind(TableMetrics table, MetricRegistry registry) {
    String prefix = "table." + shortened(table.table()) + ".";
    gauge(registry, prefix + "lagSeconds", () -> table.lagSeconds(SystemTime.INSTANCE.now()));
    gauge(registry, prefix + "advances", table::advances);
    gauge(registry, prefix + "holdCode", () -> table.held().code());
    gauge(registry, prefix + "heldSince", () -> heldSince(table));
    gauge(registry, prefix + "markersDelivered", table::markersDelivered);
    gauge(registry, prefix + "markersFailed", table::markersFailed);
    gauge(registry, prefix + "markersPending", table::markersPending);
  }

  private static String heldSince(TableMetrics table) {
    Instant since = table.held().since();
    return since == null ? "" : since.toString();
  }

  private static String shortened(String name) {
    return name.length() <= LONGEST_NAME
        ? name
        : name.substring(0, LONGEST_NAME) + "-" + Integer.toHexString(name.hashCode());
  }

  private static <T> void gauge(MetricRegistry registry, String name, Supplier<T> value) {
    if (!registry.getNames().contains(name)) {
      registry.register(name, (Gauge<T>) value::get);
    }
  }
}
