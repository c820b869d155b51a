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

import io.tidegate.internal.frontier.Periods;
import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.SourcePosition;
import io.tidegate.internal.tracking.ModelSetup.Kind;
import io.tidegate.internal.verdict.Merged;
import io.tidegate.internal.verdict.Merged.Urgency;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One search for a lie: sources, streams and drivers are driven at random, the real rules judge
 * them, and after every step what the row says is held against what is in the table. In the end
 * everything is quiet, and then the verdict must come.
 *
 * <p>What the rules cannot know is not played: rows that break the assumption of their rule, two
 * runs that commit to one checkpoint, clocks that are wrong when the application begins, an
 * invented time that nobody looked at before it became plausible.
 */
final class ModelSearch {
  private static final List<String> PATHS = List.of("file:/a", "file:/b");
  private static final int CALM = 10;
  private static final Duration PACE = Duration.ofMinutes(40);
  private static final Duration PROMPT = Duration.ofMinutes(5);

  private final Random random;
  private final ModelSetup setup;
  private final ModelRules rules;
  private final List<ModelSource> sources = new ArrayList<>();
  private final ModelCheckpoints checkpoints;
  private final ModelTable table;
  private final List<ModelStream> streams = new ArrayList<>();
  private final List<ModelQuery> queries = new ArrayList<>();
  private final @Nullable List<String> log;
  private Instant now = Instant.parse("2026-10-01T08:00:00Z");
  private int names;
  private boolean clocksStepped;
  private boolean calm;

  private ModelSearch(long seed, Kind kind, Mutation mutation, boolean told) {
    random = new Random(seed);
    log = told ? new ArrayList<>() : null;
    now = now.plusSeconds(random.nextInt(7_200));
    setup = ModelSetup.draw(random, kind);
    rules = new ModelRules();
    mutation.change().accept(rules);
    for (int i = 0; i < setup.sources().size(); i++) {
      sources.add(new ModelSource(i, setup, random, now));
    }
    checkpoints = new ModelCheckpoints(rules, setup);
    table = new ModelTable(sources, rules.gone);
  }

  /**
   * Runs one schedule.
   *
   * @return what was found, with the seed and the last steps; null when nothing was
   */
  static @Nullable AssertionError run(long seed, Kind kind, Mutation mutation) {
    try {
      new ModelSearch(seed, kind, mutation, false).schedule();
      return null;
    } catch (AssertionError | RuntimeException found) {
      return mutation == Mutation.NONE ? told(seed, kind, mutation) : new AssertionError(found);
    }
  }

  private static AssertionError told(long seed, Kind kind, Mutation mutation) {
    ModelSearch again = new ModelSearch(seed, kind, mutation, true);
    try {
      again.schedule();
    } catch (AssertionError | RuntimeException found) {
      List<String> log = again.log;
      List<String> last = log.subList(Math.max(0, log.size() - 60), log.size());
      return new AssertionError(
          found
              + "\n"
              + kind
              + " seed "
              + seed
              + " "
              + again.setup
              + "\n"
              + again.sources
              + "\n"
              + String.join("\n", last),
          found);
    }
    return new AssertionError("seed " + seed + " is not repeatable");
  }

  private void schedule() {
    start();
    int steps = 40 + random.nextInt(60);
    for (int i = 0; i < steps; i++) {
      step();
      table.complete();
    }
    calm();
  }

  private void tell(Supplier<String> what) {
    if (log != null) {
      log.add(now + " " + what.get());
    }
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private <T> @Nullable T any(List<T> of) {
    return of.isEmpty() ? null : of.get(random.nextInt(of.size()));
  }

  private void step() {
    int pace = random.nextInt(10);
    long millis = pace < 6 ? 15_000 : pace < 9 ? 4 * 60_000 : 25 * 60_000;
    now = now.plusMillis(random.nextInt((int) millis));
    int dice = random.nextInt(100);
    if (dice < 22) {
      rowsArrive();
    } else if (dice < 60) {
      ModelQuery query = any(queries.stream().filter(q -> q.active && !q.dead).toList());
      if (query != null) {
        sparkGoesOn(query, 1 + random.nextInt(8));
      }
    } else if (dice < 88) {
      ModelQuery query = any(queries.stream().filter(q -> !q.dead).toList());
      if (query != null) {
        track(query);
      }
    } else if (dice < 93) {
      start();
    } else if (dice < 97) {
      stop();
    } else if (setup.kind() == Kind.ARRIVAL) {
      clockSteps();
    }
  }

  private void rowsArrive() {
    for (int i = 0; i <= random.nextInt(3); i++) {
      ModelSource source = sources.get(random.nextInt(sources.size()));
      writes(source);
      now = now.plusMillis(random.nextInt(2_000));
    }
  }

  private void writes(ModelSource source) {
    ModelSource.Row row = source.write(now);
    tell(() -> source + " has " + row);
  }

  private void sparkGoesOn(ModelQuery query, int phases) {
    for (int i = 0; i < phases && query.active; i++) {
      query.advance(now);
      now = now.plusMillis(random.nextInt(calm || !oneIn(4) ? 2_000 : 3 * 60_000));
      if (!calm && oneIn(6)) {
        rowsArrive();
      }
      if (query.reportedSetClock()) {
        // A pass is a matter of seconds.
        look(query, false);
        look(query, false);
      }
      if (query.committedPoison()) {
        // Seen at once: of what nobody saw, nobody can know later.
        query.advance(now);
        look(query, false);
        look(query, false);
        write(query, Urgency.HOLD, true);
      }
    }
    tell(() -> query + " has gone on: " + query.shownAs());
  }

  private void track(ModelQuery query) {
    if (!oneIn(4)) {
      look(query, oneIn(5));
    }
    if (!oneIn(3)) {
      Urgency least = oneIn(2) ? Urgency.NOW : oneIn(2) ? Urgency.HOLD : Urgency.AT_THE_END;
      write(query, least, !oneIn(10));
    }
  }

  private void look(ModelQuery query, boolean slow) {
    query.driver.look(query, now, slow);
    tell(
        () ->
            query
                + (slow ? " is slowly" : " is")
                + " looked at: "
                + ModelTable.told(query.run().report()));
  }

  private void write(ModelQuery query, Urgency least, boolean answered) {
    int before = table.versions;
    query.driver.write(query, least, answered, now);
    if (table.versions > before) {
      tell(() -> query + " has written: " + ModelTable.told(table.row()));
    }
  }

  // ---- starts and ends

  private void start() {
    String path = PATHS.get(oneIn(4) ? 1 : 0);
    ModelStream stream = null;
    for (ModelStream known : streams) {
      stream = known.path.equals(path) ? known : stream;
    }
    for (ModelQuery query : queries) {
      if (query.active && query.stream.path.equals(path)) {
        stop(query);
      }
    }
    if (stream == null || oneIn(5)) {
      stream = newStream(path);
    }
    begin(stream, driver());
  }

  private ModelStream newStream(String path) {
    ModelStream stream;
    ModelStream other = any(streams.stream().filter(s -> !s.path.equals(path)).toList());
    if (other != null && oneIn(3)) {
      stream = other.copiedTo(path);
    } else {
      boolean all = oneIn(3);
      rowsArrive();
      int[] from = sources.stream().mapToInt(s -> all ? 0 : s.shown(now)).toArray();
      stream = new ModelStream(new UUID(7, names++), path, from, all && oneIn(2));
    }
    streams.removeIf(s -> s.path.equals(path));
    streams.add(stream);
    checkpoints.put(stream);
    tell(() -> "new " + stream + " from " + Arrays.toString(stream.from));
    return stream;
  }

  /** One that exists already, or a new one. */
  private ModelDriver driver() {
    ModelQuery last = queries.isEmpty() ? null : queries.get(queries.size() - 1);
    return last != null && !last.dead && oneIn(2) ? last.driver : newDriver();
  }

  private ModelDriver newDriver() {
    return new ModelDriver("P" + names++, table, checkpoints, setup, rules, smallOffset(), now);
  }

  private Duration smallOffset() {
    long most = setup.clocks().toMillis();
    return Duration.ofMillis(random.nextInt((int) (2 * most + 1)) - most);
  }

  private ModelQuery begin(ModelStream stream, ModelDriver driver) {
    UUID runId = new UUID(9, names++);
    ModelQuery query =
        new ModelQuery(runId, stream, driver, setup, sources, rules, random, calm, now);
    Instant started = driver.wall(now);
    boolean seen = calm || !oneIn(10);
    if (!seen) {
      query.advance(now);
      now = now.plusSeconds(random.nextInt(600));
      started = driver.wall(now);
    }
    query.adopted = !seen;
    driver.track(query, started, seen, now);
    queries.add(query);
    tell(() -> query + " started by " + driver + (seen ? "" : ", unseen"));
    return query;
  }

  private void stop() {
    ModelQuery query = any(queries.stream().filter(q -> q.active && !q.dead).toList());
    if (query != null) {
      stop(query);
    }
  }

  /** The run plans nothing more; what it has found out may still be written, and late. */
  private void stop(ModelQuery query) {
    int how = random.nextInt(4);
    if (how == 0) {
      query.end();
    } else if (how == 1) {
      query.fail();
    } else if (how == 2) {
      crash(query.driver, oneIn(2));
    } else {
      query.end();
      query.dead = oneIn(2);
    }
    tell(() -> query + " stopped, way " + how + (query.dead ? ", dead" : ""));
  }

  private void crash(ModelDriver driver, boolean known) {
    for (ModelQuery query : queries) {
      if (query.driver == driver) {
        query.dead = true;
        query.active = false;
      }
    }
    if (known) {
      rules.gone.add(driver.process);
    }
  }

  private void clockSteps() {
    ModelQuery query = any(queries.stream().filter(q -> !q.dead).toList());
    if (query == null) {
      return;
    }
    ModelDriver driver = query.driver;
    lookAtAllOf(driver);
    if (driver.clockIsSet() || oneIn(2)) {
      driver.offset = smallOffset();
    } else {
      Duration by = ModelRules.SKEW.plusMillis(1 + random.nextInt(2 * 3_600_000));
      driver.offset = driver.firstOffset.plus(oneIn(3) ? by.negated() : by);
      driver.stepped = true;
      clocksStepped = true;
    }
    tell(() -> "the clock of " + driver);
    lookAtAllOf(driver);
  }

  /** A clock that was set is seen so. */
  private void lookAtAllOf(ModelDriver driver) {
    for (ModelQuery query : queries) {
      if (query.driver == driver && !query.dead) {
        look(query, false);
      }
    }
  }

  // ---- the end

  /** Everything but one stream ends, its source obeys and is quiet, and time goes by. */
  private void calm() {
    ModelStream stream = streams.get(random.nextInt(streams.size()));
    List<ModelDriver> drivers = queries.stream().map(q -> q.driver).distinct().toList();
    drivers.forEach(driver -> crash(driver, true));
    now = now.plus(Duration.ofHours(3));
    calm = true;
    tell(() -> "calm, with " + stream);
    ModelDriver driver = newDriver();
    ModelQuery query = null;
    for (int i = 0; i < CALM; i++) {
      if (i == 0 || setup.kind() != Kind.ARRIVAL) {
        sources.forEach(this::writes);
      }
      now = now.plus(PACE);
      if (query == null || (!query.active && setup.kind() == Kind.ARRIVAL)) {
        query = begin(stream, driver);
      }
      look(query, false);
      do {
        sparkGoesOn(query, 1);
      } while (query.active && !query.idle());
      now = now.plusSeconds(11);
      sparkGoesOn(query, 2);
      look(query, false);
      look(query, false);
      write(query, Urgency.AT_THE_END, true);
      table.complete();
    }
    if (query != null) {
      now = now.plus(ArrivalWatch.PATIENCE).plusSeconds(30);
      look(query, false);
      write(query, Urgency.AT_THE_END, true);
      table.complete();
      live(query);
    }
  }

  /** The verdict has come as far as the rule's evidence goes, or says why it has not. */
  private void live(ModelQuery query) {
    VerdictRow row = table.row();
    Merged.Blocked blocked = query.run().row().blocked();
    if (clocksStepped && blocked != null) {
      return; // A clock that was hours ahead has ordered an older start behind a newer one.
    }
    if (row == null || !table.ownedBy(query.stream)) {
      throw table.lie("TheVerdictComes", query + " has not got the row: " + blocked);
    }
    Instant due = due(query);
    boolean come =
        due == null
            || (row.finalizedUntil() != null
                && !row.finalizedUntil().isBefore(due)
                && row.trackedFrom() != null
                && row.trackedFrom().isBefore(due));
    if (come) {
      return;
    }
    if (!setup.mayHold()) {
      throw table.lie("TheVerdictComes", "nothing is final up to " + due);
    }
    if (row.reasonCode() == null) {
      throw table.lie("SaysWhy", "nothing is final up to " + due);
    }
  }

  private @Nullable Instant due(ModelQuery query) {
    Periods periods = new Periods(setup.granularity(), ZoneOffset.UTC);
    ModelStream.Batch newest = query.stream.newest();
    if (newest == null) {
      return null;
    }
    Instant reached =
        switch (setup.kind()) {
          case OFFSET -> reached(newest.read("min"));
          case WATERMARK -> newest.after;
          case WINDOW -> emitted(newest.during);
          case ARRIVAL -> query.driver.wall(now).minus(PROMPT);
        };
    return reached == null ? null : periods.floor(reached.minus(setup.lag()));
  }

  private @Nullable Instant emitted(@Nullable Instant watermark) {
    boolean hidden = setup.trap() == ModelSetup.Trap.HIDDEN_WINDOW;
    return watermark == null || hidden ? watermark : setup.window().floor(watermark);
  }

  private static Instant reached(CommittedBatch batch) {
    Instant least = batch.batchTimestamp();
    for (SourcePosition source : batch.sources()) {
      String json = source.offsetJson();
      Instant time = Instant.parse(json.substring(json.indexOf(":\"") + 2, json.length() - 2));
      least = time.isBefore(least) ? time : least;
    }
    return least;
  }
}
