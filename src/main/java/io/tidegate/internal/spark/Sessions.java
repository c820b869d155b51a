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

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * The sessions through which queries can be found. Any session of an application leads to all of
 * its queries, so only the newest is kept, weakly. Thread safe.
 */
public final class Sessions {
  private static final Set<SparkSession> OWN =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
  private static final List<Consumer<SparkSession>> WATCHERS = new CopyOnWriteArrayList<>();

  private static volatile @Nullable WeakReference<SparkSession> newest;

  private Sessions() {}

  /** Notes a session that has just been built. */
  public static void saw(SparkSession session) {
    if (OWN.contains(session)) {
      return;
    }
    newest = new WeakReference<>(session);
    WATCHERS.forEach(watcher -> watcher.accept(session));
  }

  /** Notes that a session is tidegate's own: it leads to no query and to no setting of a user's. */
  static void own(SparkSession session) {
    OWN.add(session);
  }

  /** Lets somebody know of each session that is built from now on. It must return at once. */
  static void watch(Consumer<SparkSession> watcher) {
    WATCHERS.add(watcher);
  }

  /** Ends that. */
  static void unwatch(Consumer<SparkSession> watcher) {
    WATCHERS.remove(watcher);
  }

  /** The sessions worth asking, the most likely one first; never one of a stopped context. */
  static List<SparkSession> known() {
    List<SparkSession> sessions = new ArrayList<>();
    addIfUsable(sessions, SparkSession.getActiveSession());
    addIfUsable(sessions, SparkSession.getDefaultSession());
    WeakReference<SparkSession> last = newest;
    addIfUsable(sessions, last == null ? Option.empty() : Option.apply(last.get()));
    return sessions;
  }

  private static void addIfUsable(List<SparkSession> sessions, Option<SparkSession> session) {
    if (session.isDefined()
        && !session.get().sparkContext().isStopped()
        && !OWN.contains(session.get())
        && !sessions.contains(session.get())) {
      sessions.add(session.get());
    }
  }
}
