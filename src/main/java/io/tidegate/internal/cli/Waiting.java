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

import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.status.Answer;
import io.tidegate.internal.status.Gate;
import io.tidegate.internal.status.TableStatus;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Asks a gate again and again until its answer stands or time is up. Not thread safe. */
final class Waiting {
  private final TableStore<VerdictRow> store;
  private final List<String> tables;
  private final Gate gate;
  private final Context context;
  private boolean readOnce;

  Waiting(TableStore<VerdictRow> store, List<String> tables, Gate gate, Context context) {
    this.store = store;
    this.tables = tables;
    this.gate = gate;
    this.context = context;
  }

  /**
   * Waits, and says how it ended.
   *
   * @throws CommandException when the table cannot be read at first, at last, or without hope
   */
  Exit await(Duration timeout, Duration poll) throws CommandException {
    long start = context.time().nanoTime();
    while (true) {
      List<Answer> answers = new ArrayList<>();
      StoreException failure = null;
      try {
        answers.addAll(ask());
      } catch (StoreException e) {
        if (!readOnce || !e.retryable()) {
          context.terminal().endProgress();
          throw Tables.unreadable(store, e);
        }
        failure = e;
      }
      Duration left = timeout.minusNanos(context.time().nanoTime() - start);
      boolean over = left.isZero() || left.isNegative();
      if (failure != null && over) {
        context.terminal().endProgress();
        throw Tables.unreadable(store, failure);
      }
      Exit exit = failure != null ? Exit.TIMED_OUT : exit(answers);
      if (exit != Exit.TIMED_OUT || over) {
        return tell(exit, answers);
      }
      context.terminal().progress(progress(answers, left));
      context.time().sleep(left.compareTo(poll) < 0 ? left : poll);
    }
  }

  private List<Answer> ask() throws StoreException, CommandException {
    TableSnapshot<VerdictRow> snapshot = Tables.existing(store, store.read());
    readOnce = true;
    Instant now = context.time().now();
    List<Answer> answers = new ArrayList<>();
    for (String table : tables) {
      VerdictRow row = snapshot.rows().get(table);
      if (row == null) {
        throw Tables.unknown(store, "table", table, snapshot.rows().keySet());
      }
      answers.add(gate.ask(TableStatus.of(row, now)));
    }
    return answers;
  }

  /** All tables count: the weightiest answer is the answer. */
  private static Exit exit(List<Answer> answers) {
    Answer.Kind worst =
        answers.stream()
            .map(Answer::kind)
            .max(Comparator.naturalOrder())
            .orElse(Answer.Kind.NOT_YET);
    return switch (worst) {
      case FINAL -> Exit.OK;
      case NOT_YET -> Exit.TIMED_OUT;
      case STALE -> Exit.STALE;
      case STOPPED -> Exit.STOPPED;
      case NOT_COVERED -> Exit.NOT_COVERED;
    };
  }

  private Exit tell(Exit exit, List<Answer> answers) {
    Terminal terminal = context.terminal();
    terminal.endProgress();
    if (exit == Exit.OK) {
      answers.forEach(answer -> terminal.out().println(Texts.shown(answer.text())));
      return exit;
    }
    answers.stream()
        .filter(answer -> answer.kind() != Answer.Kind.FINAL)
        .forEach(answer -> terminal.say(answer.text()));
    if (exit == Exit.TIMED_OUT) {
      terminal.say("Timed out. 'tidegate explain --table TABLE' says what a table waits for.");
    }
    return exit;
  }

  private static String progress(List<Answer> answers, Duration left) {
    String shortOfTime = " (" + Texts.span(left) + " left)";
    if (answers.isEmpty()) {
      return "The control table cannot be read just now" + shortOfTime;
    }
    List<Answer> open =
        answers.stream().filter(answer -> answer.kind() != Answer.Kind.FINAL).toList();
    return open.size() == 1
        ? open.get(0).text() + shortOfTime
        : open.size() + " of " + answers.size() + " tables are not final yet" + shortOfTime;
  }
}
