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

import io.tidegate.internal.store.sql.OwnSessions;
import java.util.Optional;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;

/** Sessions of an application for the SQL that keeps tidegate's tables. Thread safe. */
final class StoreSessions implements OwnSessions {
  private final SparkContext context;

  StoreSessions(SparkContext context) {
    this.context = context;
  }

  @Override
  public boolean stopped() {
    return context.isStopped();
  }

  @Override
  public Optional<SparkSession> open() {
    for (SparkSession session : Sessions.known()) {
      if (session.sparkContext().equals(context)) {
        return Optional.of(OwnSession.beside(session));
      }
    }
    return Optional.empty();
  }
}
