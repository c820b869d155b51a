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

import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.recovery.CheckpointLook;
import io.tidegate.internal.recovery.LineageMerge;
import io.tidegate.internal.recovery.LineageRow;
import io.tidegate.internal.recovery.MovingCheckpoint;
import io.tidegate.internal.recovery.Refusals;
import io.tidegate.internal.recovery.StartDecision;
import io.tidegate.internal.recovery.StartRequest;
import io.tidegate.internal.recovery.StartRules;
import io.tidegate.internal.settings.RecoverySettings;
import io.tidegate.internal.store.CheckpointOutline;
import io.tidegate.internal.store.CommitLoop;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.util.Time;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recovery record as starts are decided on it: the durable row, with what this process has not
 * written of it yet. Thread safe.
 */
final class RecoveryRecord {
  private static final Logger LOG = LoggerFactory.getLogger(RecoveryRecord.class);

  private final CommitLoop<LineageRow> loop;
  private final StartRules rules;
  private final LineageMerge merge;
  private final OwnAttempts own;
  private final RecoveryParts parts;
  private final Time time;
  private final Duration heartbeat;

  RecoveryRecord(
      CommitLoop<LineageRow> loop,
      StartRules rules,
      LineageMerge merge,
      OwnAttempts own,
      RecoveryParts parts,
      Time time,
      Duration heartbeat) {
    this.loop = loop;
    this.rules = rules;
    this.merge = merge;
    this.own = own;
    this.parts = parts;
    this.time = time;
    this.heartbeat = heartbeat;
  }

  /** A start to be decided on. */
  Case open(
      StartRequest request, RecoverySettings settings, StartQuestion question, Redactor redactor) {
    return new Case(request, settings, question, redactor);
  }

  /** One start. It is decided on by one thread, which another may give up waiting for. */
  final class Case {
    private final StartRequest request;
    private final RecoverySettings settings;
    private final StartQuestion question;
    private final Redactor redactor;
    private volatile @Nullable StartDecision decision;
    private volatile @Nullable String lineage;
    private volatile boolean late;
    private volatile @Nullable String moves;

    private Case(
        StartRequest request,
        RecoverySettings settings,
        StartQuestion question,
        Redactor redactor) {
      this.request = request;
      this.settings = settings;
      this.question = question;
      this.redactor = redactor;
    }

    /** What has been decided so far; null before the record has been read. */
    @Nullable StartDecision decision() {
      return decision;
    }

    /** The id in the checkpoint; null where it is not known. */
    @Nullable String lineage() {
      return lineage;
    }

    /** Nobody waits any more: the start goes on, so that no refusal is written. */
    void tooLate() {
      late = true;
    }

    /**
     * Decides, and writes what was decided.
     *
     * @return whether it is written
     * @throws StoreException when the record cannot be read
     */
    boolean decide() throws StoreException {
      CheckpointLook look = look();
      lineage = look.queryId();
      Map<OwnAttempt, OwnAttempt.Line> lines = new LinkedHashMap<>();
      CommitLoop.Result<LineageRow> result =
          loop.run(table -> rows(table, look, lines), parts.deadline());
      String moving = moves;
      if (moving != null) {
        LOG.warn("{}", redactor.text(moving));
      }
      if (result instanceof CommitLoop.Result.Done) {
        lines.forEach(OwnAttempt::written);
        return true;
      }
      if (decision == null) {
        throw result instanceof CommitLoop.Result.Refused<LineageRow> refused
            ? refused.cause()
            : ((CommitLoop.Result.Failed<LineageRow>) result).cause();
      }
      return false;
    }

    private List<LineageRow> rows(
        TableSnapshot<LineageRow> table,
        CheckpointLook look,
        Map<OwnAttempt, OwnAttempt.Line> lines) {
      Instant now = time.now();
      LineageRow row = table.rows().get(request.checkpoint());
      lines.clear();
      moves =
          row == null
              ? MovingCheckpoint.warning(request, table.rows().values()).orElse(null)
              : null;
      for (OwnAttempt attempt : own.on(request.checkpoint())) {
        attempt.look(now);
        OwnAttempt.Line line = attempt.line(now, heartbeat);
        row = merge.merge(row, line.report(), now).row();
        lines.put(attempt, line);
      }
      StartDecision decided =
          rules.decide(
              row,
              look,
              settings,
              request,
              Refusals.besides(request.checkpoint(), table.rows().values()),
              now);
      decision = decided;
      if (late && decided instanceof StartDecision.Refused) {
        lines.clear();
        return List.of();
      }
      return List.of(decided.row());
    }

    private CheckpointLook look() {
      CheckpointOutline outline = outline();
      Long rows = placeRows();
      return outline == null
          ? new CheckpointLook(false, null, null, null, rows)
          : outline.look(rows);
    }

    private @Nullable CheckpointOutline outline() {
      try {
        return question.checkpoints().outline(request.checkpoint());
      } catch (IOException e) {
        LOG.warn(
            "The checkpoint {} cannot be read before its query starts: {}",
            redactor.text(request.checkpoint()),
            redactor.text(String.valueOf(e.getMessage())));
        return null;
      }
    }

    private @Nullable Long placeRows() {
      if (settings.places().isEmpty()) {
        return null;
      }
      try {
        long rows =
            parts
                .counters()
                .call(
                    question.identity().as(() -> parts.places().rows(settings.places())),
                    parts.countDeadline().toNanos());
        LOG.info(
            "'{}' asks to start; its recovery.places hold {} rows.",
            redactor.text(request.queryName()),
            rows);
        return rows;
      } catch (TimeoutException e) {
        uncounted("storage did not answer within " + parts.countDeadline());
      } catch (ExecutionException e) {
        uncounted(String.valueOf((e.getCause() == null ? e : e.getCause()).getMessage()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return null;
    }

    private void uncounted(String why) {
      LOG.warn(
          "The rows in the recovery.places of '{}' cannot be counted, so that nothing is held"
              + " against an attempt whose batches did not grow: {}",
          redactor.text(request.queryName()),
          redactor.text(why));
    }
  }
}
