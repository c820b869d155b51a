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
package io.tidegate.it.apps;

import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;

/** What the jobs of tidegate's own show of themselves. */
final class JobSeen extends SparkListener {
  private final Set<String> pools = new ConcurrentSkipListSet<>();
  private final Set<String> descriptions = new ConcurrentSkipListSet<>();

  @Override
  public void onJobStart(SparkListenerJobStart job) {
    Properties properties = job.properties();
    if (properties.getProperty("spark.jobGroup.id", "").equals("tidegate")) {
      pools.add(properties.getProperty("spark.scheduler.pool", "none"));
      descriptions.add(properties.getProperty("spark.job.description", "none"));
    }
  }

  Set<String> pools() {
    return pools;
  }

  Set<String> descriptions() {
    return descriptions;
  }
}
