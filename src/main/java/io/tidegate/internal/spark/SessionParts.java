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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adds tidegate's parts to the sessions of a Spark that has a place for them. Thread safe. */
public final class SessionParts {
  private static final Logger LOG = LoggerFactory.getLogger(SessionParts.class);

  private SessionParts() {}

  /**
   * Adds them, unless this Spark is none to work with.
   *
   * @param add adds them; where Spark lacks what it needs, sessions are left as they are
   */
  public static void add(Runnable add) {
    add(HostSpark::current, add);
  }

  /** Adds them to the sessions of a Spark that may be any. */
  static void add(Supplier<HostSpark> host, Runnable add) {
    try {
      if (host.get().usable()) {
        add.run();
      }
    } catch (LinkageError e) {
      LOG.error(
          "Tidegate's session extension does not fit this Spark. Sessions go on without it: no start"
              + " is looked into and there are no functions of SQL. Use a tidegate that names this"
              + " Spark.",
          e);
    }
  }
}
