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

import io.tidegate.internal.errors.InvalidConfigurationException;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The driver's side of the plugin: reads the settings, wires the application, and ends it. */
public final class TidegateDriverPlugin implements DriverPlugin {
  private static final Logger LOG = LoggerFactory.getLogger(TidegateDriverPlugin.class);
  private static final String PLUGIN = "io.tidegate.TidegatePlugin";
  private static final String LISTENER = "io.tidegate.TidegateListener";
  private static final String EXTENSION = "io.tidegate.TidegateExtensions";

  private @Nullable TidegateRuntime runtime;

  /** Called through the plugin. */
  public TidegateDriverPlugin() {}

  /**
   * Called by Spark before it asks for executors.
   *
   * @throws InvalidConfigurationException when a setting is wrong, which stops the application
   *     unless {@code failOnInvalidConf} is false; nothing else escapes
   */
  @Override
  public Map<String, String> init(SparkContext context, PluginContext plugin) {
    SparkConf conf = plugin.conf();
    // Executors load every plugin their configuration names: without the name they need no jar.
    LiveConf.remove(conf, LiveConf.PLUGINS, PLUGIN);
    try {
      @Nullable TidegateRuntime known = Runtimes.forPlugin(context, conf);
      runtime = known;
      // Also where nothing is tracked: it has the functions of SQL.
      if (HostSpark.current().usable()) {
        LiveConf.append(conf, LiveConf.EXTENSIONS, EXTENSION);
        LiveConf.once(conf, LiveConf.EXTENSIONS, EXTENSION);
      }
      if (known != null) {
        LiveConf.append(conf, LiveConf.LISTENERS, LISTENER);
        LiveConf.once(conf, LiveConf.LISTENERS, LISTENER);
        MetricsBinding.bind(known.metrics(), plugin.metricRegistry());
      }
    } catch (InvalidConfigurationException e) {
      throw e;
    } catch (Exception | LinkageError e) {
      LOG.error("Tidegate could not start; the application runs on without it.", e);
    }
    return Map.of();
  }

  /** Called by Spark while its context stops: whatever is not yet written is written now. */
  @Override
  public void shutdown() {
    TidegateRuntime known = runtime;
    if (known != null) {
      known.finish();
    }
  }
}
