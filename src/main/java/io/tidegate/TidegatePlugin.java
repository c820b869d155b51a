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
