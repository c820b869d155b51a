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

import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.store.kernel.KernelTableStore;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.util.SystemTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.streaming.SourceProgress;
import org.apache.spark.sql.streaming.StateOperatorProgress;
import org.apache.spark.sql.streaming.StreamingQueryListener.QueryProgressEvent;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one progress event costs the listener bus, with the writer at work, for a tracked query
 * among others and for one that is not tracked.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class CallbackBenchmark {

  /** How many queries the application tracks. */
  @Param({"1", "100", "5000"})
  public int queries;

  private TidegateRuntime runtime;
  private EventShell shell;
  private QueryProgressEvent tracked;
  private QueryProgressEvent stranger;

  @Setup(Level.Trial)
  public void start() throws Exception {
    Path directory = Files.createTempDirectory("callback");
    TidegateSettings settings =
        ConfReader.settings(
            new SparkConf(false)
                .set("spark.master", "local")
                .set("spark.tidegate.controlTable", directory.resolve("control").toString())
                .set("spark.tidegate.queries.all.name", "tracked *")
                .set("spark.tidegate.queries.all.table", "bronze.{name}")
                .set("spark.tidegate.queries.all.frontier", "offset"),
            new Configuration(),
            Redactor.standard());
    Configuration hadoop = new Configuration();
    runtime =
        new TidegateRuntime(
            settings,
            Redactor.standard(),
            KernelTableStore.verdicts(
                settings.controlTable().value(), hadoop, SystemTime.INSTANCE, "benchmark"),
            KernelTableStore.lineages(
                settings.lineageTable().value(), hadoop, SystemTime.INSTANCE, "benchmark"),
            settings::commitTimeout,
            () -> hadoop);
    shell = new EventShell(runtime);
    UUID last = UUID.randomUUID();
    for (int i = 0; i < queries; i++) {
      last = UUID.randomUUID();
      runtime
          .tracker()
          .started(last, last, "tracked " + i, Instant.EPOCH, (q, r) -> Optional.empty());
    }
    tracked = event(last, "tracked");
    stranger = event(UUID.randomUUID(), "stranger");
  }

  private static QueryProgressEvent event(UUID id, String name) {
    SourceProgress source =
        new SourceProgress(
            "source",
            "{\"commit_ts\":\"2026-10-01T14:03:22.117Z\"}",
            "{\"commit_ts\":\"2026-10-01T14:04:22.117Z\"}",
            null,
            1,
            1.0,
            1.0,
            Map.of());
    return new QueryProgressEvent(
        new StreamingQueryProgress(
            id,
            id,
            name,
            "2026-10-01T14:04:23.000Z",
            7,
            12,
            Map.of(),
            Map.of(),
            new StateOperatorProgress[0],
            new SourceProgress[] {source},
            null,
            Map.of()));
  }

  @TearDown(Level.Trial)
  public void stop() {
    runtime.close();
  }

  @Benchmark
  public void trackedQuery() {
    shell.progressed(tracked);
  }

  @Benchmark
  public void untrackedQuery() {
    shell.progressed(stranger);
  }
}
