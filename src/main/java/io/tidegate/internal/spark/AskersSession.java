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
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.apache.spark.sql.SparkSession;

/**
 * The session for the SQL that answers one session of the application's, whose catalogs and storage
 * keys it has, and no other's. There is one for each that asks, for as long as that one lives.
 * Thread safe.
 */
final class AskersSession implements OwnSessions {
  private static final Map<SparkSession, SparkSession> BESIDE =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final SparkSession asking;

  AskersSession(SparkSession asking) {
    this.asking = asking;
  }

  @Override
  public boolean stopped() {
    return asking.sparkContext().isStopped();
  }

  @Override
  public Optional<SparkSession> open() {
    SparkSession known = BESIDE.get(asking);
    if (known != null) {
      OwnSession.follow(known, asking);
      return Optional.of(known);
    }
    SparkSession own = OwnSession.beside(asking);
    BESIDE.put(asking, own);
    return Optional.of(own);
  }

  /** Lets the next statement have another: a catalog keeps what it was first opened with. */
  void renew() {
    BESIDE.remove(asking);
  }
}
