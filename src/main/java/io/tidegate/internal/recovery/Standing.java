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
package io.tidegate.internal.recovery;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a lineage stands, for people to read: its listed attempts, each with how it counts.
 *
 * @param attempts oldest first
 * @param streak bad attempts in a row, up to the newest, that banked nothing
 * @param bad attempts that ended badly since the last good end
 */
public record Standing(List<Line> attempts, long streak, long bad) {
  public Standing {
    attempts = List.copyOf(attempts);
  }

  /**
   * An attempt and how it counts.
   *
   * @param attempt the attempt
   * @param ending how it ended, in a few words
   * @param banked whether it banked anything; null where that cannot be told
   * @param resumed whether a resume has put it out of the count
   */
  public record Line(Attempt attempt, String ending, @Nullable Boolean banked, boolean resumed) {}

  /**
   * Judges the attempts of a row as its next start would, places left aside.
   *
   * @param row the row
   * @param look the checkpoint now
   * @param refusedApplications applications in which another lineage was refused
   * @param liveness which attempts are running somewhere
   * @param now the wall clock
   * @return empty where the row's history is damaged
   */
  public static Optional<Standing> of(
      LineageRow row,
      CheckpointLook look,
      Set<String> refusedApplications,
      Liveness liveness,
      Instant now) {
    return History.of(row)
        .map(
            history -> {
              List<Attempt> attempts = history.attempts();
              boolean places = attempts.stream().anyMatch(a -> a.placeRows() != null);
              Judgement judgement =
                  new Judgement(
                      attempts,
                      new Banked(attempts, look, places),
                      refusedApplications,
                      attempt -> liveness.alive(attempt, now));
              Tally tally = history.tally(judgement, now);
              return new Standing(lines(history, judgement), tally.streak(), tally.bad());
            });
  }

  private static List<Line> lines(History history, Judgement judgement) {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < history.attempts().size(); i++) {
      Judged judged = judgement.judge(i);
      boolean resumed = judged.attempt().number() <= history.resumedAfter();
      lines.add(new Line(judged.attempt(), words(judged.ending()), judged.banked(), resumed));
    }
    return lines;
  }

  private static String words(Ending ending) {
    return switch (ending) {
      case ALIVE -> "running";
      case GOOD -> "ended well";
      case STOPPED_IDLE -> "stopped, with nothing done";
      case COLLATERAL -> "ended because another query was refused";
      case CONTEXT_STOPPING -> "ended with its SparkContext";
      case EXEMPT -> "failed with an exempt error";
      case FAILED -> "failed";
      case LOST_IDLE -> "lost, with no batch known to be pending";
      case LOST_AT_WORK -> "lost, with a batch pending";
      case NEVER_BOUND -> "lost before it ran";
      case OTHER -> "ended in a way that this version does not know";
    };
  }
}
