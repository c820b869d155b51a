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
package io.tidegate;

import io.tidegate.internal.spark.TidegateDriverPlugin;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;

/**
 * The plugin, named in {@code spark.plugins}. It needs nothing else: it adds {@link
 * TidegateListener} and {@link TidegateExtensions} to the application's configuration by itself.
 * Executors need neither the plugin nor its jar.
 */
public final class TidegatePlugin implements SparkPlugin {

  /** Called by Spark. */
  public TidegatePlugin() {}

  @Override
  public DriverPlugin driverPlugin() {
    return new TidegateDriverPlugin();
  }

  @Override
  public @Nullable ExecutorPlugin executorPlugin() {
    return null;
  }
}
