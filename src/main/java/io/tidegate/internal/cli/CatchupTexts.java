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
package io.tidegate.internal.cli;

import io.tidegate.api.HoldCode;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.status.HoldAdvice;
import io.tidegate.internal.verdict.CheckpointMerge;
import io.tidegate.internal.verdict.Hold;
import io.tidegate.internal.verdict.Merged;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells what catching up came to, and gives the exit code.
 *
 * @param table the table
 * @param terminal where it is told
 * @param dryRun whether nothing is written
 */
record CatchupTexts(String table, Terminal terminal, boolean dryRun) {

  /** The rule is proven by a run only. */
  Exit unprovable() {
    terminal.say(
        table
            + ": held by "
            + HoldCode.NOT_CAUGHT_UP
            + ": the rule arrival is proven by the progress of a run, which no checkpoint holds."
            + " Nothing is written. Run the query with the plugin, or choose another rule.");
    return Exit.HELD;
  }

  /** There is no batch to go by. */
  Exit nothing(@Nullable Hold hold) {
    say(hold);
    terminal.say("Nothing is written.");
    return Exit.HELD;
  }

  /**
   * The report was merged.
   *
   * @param before the row as it was; null where there was none
   */
  Exit tell(
      @Nullable VerdictRow before,
      CheckpointMerge.Outcome outcome,
      @Nullable CommittedBatch batch) {
    Merged merged = outcome.merged();
    if (merged instanceof Merged.Blocked blocked) {
      terminal.say(table + ": nothing is written. " + blocked.why() + ".");
      return Exit.OWNED;
    }
    if (merged instanceof Merged.Superseded superseded) {
      terminal.say(table + ": nothing is written. " + superseded.why() + ".");
      return Exit.OWNED;
    }
    Merged.Mine mine = (Merged.Mine) merged;
    VerdictRow row = mine.row();
    boolean written = mine.urgency() != Merged.Urgency.NOTHING;
    if (before != null && before.epoch() != row.epoch()) {
      line(
          would("takes", "take")
              + " the row over from the checkpoint "
              + before.checkpoint()
              + ": epoch "
              + row.epoch());
    }
    line(claim(row) + change(before, row, written) + by(batch));
    if (row.state() == VerdictState.FAILED || row.state() == VerdictState.STOPPED) {
      line("the state stays " + row.state() + ": " + row.reason());
    }
    Hold hold = outcome.hold();
    if (hold == null) {
      return Exit.OK;
    }
    say(hold);
    return Exit.HELD;
  }

  private void line(String text) {
    terminal.out().println(Texts.shown(table + ": " + text + "."));
  }

  private String would(String does, String infinitive) {
    return dryRun ? "would " + infinitive : does;
  }

  private static String claim(VerdictRow row) {
    Instant from = row.trackedFrom();
    Instant until = row.finalizedUntil();
    if (from != null && until != null && from.isBefore(until)) {
      return "final from " + from + " until " + until;
    }
    Instant vouched = row.epochFrom();
    return "nothing is final yet"
        + (vouched == null ? "" : ", periods from " + vouched + " on will be");
  }

  private String change(@Nullable VerdictRow before, VerdictRow row, boolean written) {
    if (!written) {
      return ", as the control table says already";
    }
    Instant was = before == null ? null : before.finalizedUntil();
    boolean moved = was != null && !Objects.equals(was, row.finalizedUntil());
    return (dryRun ? ", once it is written" : ", written") + (moved ? "; it was until " + was : "");
  }

  private static String by(@Nullable CommittedBatch batch) {
    return batch == null ? "" : ". Batch " + batch.batchId() + " is the newest committed one";
  }

  private void say(@Nullable Hold hold) {
    if (hold != null) {
      terminal.say(table + ": held by " + hold.code() + ": " + hold.reason() + ".");
      terminal.say("What to do: " + HoldAdvice.on(hold.code()).plain().remedy());
    }
  }
}
