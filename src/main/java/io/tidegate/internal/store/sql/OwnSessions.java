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
package io.tidegate.internal.store.sql;

import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/** Where the store gets sessions of its own from. Thread safe. */
public interface OwnSessions {
  /**
   * Opens a session for the store alone; empty while the application has none, and once it ends.
   */
  Optional<SparkSession> open();

  /** Whether the SparkContext has stopped, for good. */
  boolean stopped();
}
