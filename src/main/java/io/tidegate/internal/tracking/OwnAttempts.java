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
package io.tidegate.internal.tracking;

import io.tidegate.internal.recovery.Attempt;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of this application that are not closed. What the recovery record says of them may
 * lag behind; whoever decides about a lineage takes both together. Thread safe.
 */
final class OwnAttempts {
  /** So many starts that never became a run are kept at most. */
  private static final int MOST = 10_000;

  private final Queue<OwnAttempt> all = new ConcurrentLinkedQueue<>();
  private final String process;
  private volatile String application = "";

  /**
   * @param process this driver, see {@link io.tidegate.internal.util.ProcessIdentity}
   */
  OwnAttempts(String process) {
    this.process = process;
  }

  /** An attempt was allowed. */
  void add(OwnAttempt attempt) {
    all.removeIf(before -> before.unbound() && before.onRecord() && before.isOn(attempt));
    if (all.size() >= MOST) {
      all.stream().filter(OwnAttempt::unbound).findFirst().ifPresent(all::remove);
    }
    all.add(attempt);
    String name = attempt.application();
    if (name != null) {
      application = name;
    }
  }

  /** The attempts on one checkpoint, oldest first. */
  List<OwnAttempt> on(String checkpoint) {
    return all.stream().filter(attempt -> attempt.checkpoint().equals(checkpoint)).toList();
  }

  /** See {@link OwnAttempt#look}. */
  void look(String checkpoint, Instant now) {
    on(checkpoint).forEach(attempt -> attempt.look(now));
  }

  /** See {@link OwnAttempt#applicationEnds}. */
  void applicationEnds() {
    all.forEach(OwnAttempt::applicationEnds);
  }

  List<OwnAttempt> all() {
    return List.copyOf(all);
  }

  void remove(OwnAttempt attempt) {
    all.remove(attempt);
  }

  /**
   * A run has started: it is bound to the newest attempt on its checkpoint that waits for one. A
   * run that nobody asked for, as one that replaces another under way, gets an attempt of its own.
   *
   * @param exemptErrors see {@link OwnAttempt}
   */
  void bind(RunStart start, QueryHandle handle, List<String> exemptErrors) {
    String checkpoint = handle.checkpoint().orElse(null);
    if (checkpoint == null || application.isEmpty()) {
      return;
    }
    OwnAttempt waiting = null;
    for (OwnAttempt attempt : on(checkpoint)) {
      if (attempt.isRun(start.runId())) {
        return;
      }
      waiting = attempt.unbound() ? attempt : waiting;
    }
    if (waiting == null) {
      waiting = unasked(start, checkpoint, exemptErrors);
      add(waiting);
    }
    waiting.bind(start.queryId(), start.runId(), handle);
  }

  private OwnAttempt unasked(RunStart start, String checkpoint, List<String> exemptErrors) {
    Instant at = start.startedAt();
    Attempt attempt =
        Attempt.builder(1, UUID.randomUUID().toString(), at)
            .application(application)
            .process(process)
            .seenAt(at)
            .build();
    return new OwnAttempt(checkpoint, start.name(), attempt, false, exemptErrors, start);
  }

  /** Whether a run on the checkpoint goes on in this process. */
  boolean running(String checkpoint) {
    return on(checkpoint).stream().anyMatch(OwnAttempt::running);
  }

  /** The attempt that the same call of {@code start()} was allowed; null where there is none. */
  @Nullable OwnAttempt asked(String checkpoint, Object asker) {
    return on(checkpoint).stream()
        .filter(attempt -> attempt.unbound() && attempt.askedBy(asker))
        .findFirst()
        .orElse(null);
  }
}
