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

import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;

/**
 * How the application reaches its file systems, as of now: with what its sessions have set since it
 * started, such as the key of a storage account. Thread safe.
 */
final class HadoopSettings implements Supplier<Configuration> {
  private final SparkContext context;
  private volatile Configuration last;

  HadoopSettings(SparkContext context) {
    this.context = context;
    this.last = new Configuration(context.hadoopConfiguration());
  }

  /** A copy; once the context is stopped, the last one there was. */
  @Override
  public Configuration get() {
    for (SparkSession session : Sessions.known()) {
      if (session.sparkContext().equals(context)) {
        last = session.sessionState().newHadoopConf();
        return last;
      }
    }
    if (!context.isStopped()) {
      last = new Configuration(context.hadoopConfiguration());
    }
    return last;
  }
}
