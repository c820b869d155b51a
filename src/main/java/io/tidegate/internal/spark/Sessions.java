package io.tidegate.internal.spark;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.sql.SparkSession;
import scala.Option;

/**
 * The sessions through which queries can be found. Any session of an application leads to all of its
 * queries, so only the newest is kept, weakly. Thread safe.
 */
public final class Sessions {
  private static final AtomicReference<WeakReference<SparkSession>> NEWEST =
      new AtomicReference<>(new WeakReference<>(null));

  private Sessions() {}

  /** Notes a session that has just been built. */
  public static void saw(SparkSession session) {
    NEWEST.set(new WeakReference<>(session));
  }

  /** The sessions worth asking, the most likely one first; never one of a stopped context. */
  static List<SparkSession> known() {
    List<SparkSession> sessions = new ArrayList<>();
    addIfUsable(sessions, SparkSession.getActiveSession());
    addIfUsable(sessions, SparkSession.getDefaultSession());
    addIfUsable(sessions, Option.apply(NEWEST.get().get()));
    return sessions;
  }

  private static void addIfUsable(List<SparkSession> sessions, Option<SparkSession> session) {
    if (session.isDefined()
        && !session.get().sparkContext().isStopped()
        && !sessions.contains(session.get())) {
      sessions.add(session.get());
    }
  }
}
