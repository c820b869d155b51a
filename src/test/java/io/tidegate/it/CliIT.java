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
package io.tidegate.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidegate.api.VerdictState;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.store.kernel.KernelTableStore;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line as it is shipped: by its launcher, and as a class of the jar. */
class CliIT {
  @TempDir private static Path shared;
  private static Path cache;
  private static Path control;

  @TempDir private Path own;

  @BeforeAll
  static void oneTable() throws Exception {
    cache = shared.resolve("cache");
    control = shared.resolve("control");
    TableStore<VerdictRow> store =
        KernelTableStore.verdicts(
            control.toString(), new Configuration(), SystemTime.INSTANCE, "test/1");
    VerdictRow row =
        VerdictRow.builder("größe")
            .trackedFrom(Instant.parse("2026-10-01T08:00:00Z"))
            .epochFrom(Instant.parse("2026-10-01T08:00:00Z"))
            .finalizedUntil(Instant.parse("2026-10-01T11:00:00Z"))
            .state(VerdictState.ENDED)
            .build();
    assertThat(store.commit(store.read(), List.of(row)))
        .isInstanceOf(CommitOutcome.Committed.class);
  }

  /** The launcher over the shared table, with an archive that is made once. */
  private Commands commands() {
    return new Commands(own)
        .environment("TIDEGATE_CACHE", cache.toString())
        .environment("TIDEGATE_CONTROL", control.toString());
  }

  private static List<Path> archives(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  void statusIsAllThereIsOnStandardOutput() throws Exception {
    Commands.Ended ended = commands().launch("status", "--json");
    assertThat(ended.err()).isEmpty();
    assertThat(ended.code()).isZero();
    JsonNode table = new ObjectMapper().readTree(ended.out()).get("tables").get(0);
    assertThat(table.get("table_name").asText()).isEqualTo("größe");
    assertThat(table.get("state").asText()).isEqualTo("ENDED");
    assertThat(commands().launch("status").out()).contains("größe").doesNotContain("\u001b");
  }

  @ParameterizedTest
  @CsvSource({
    "größe,2026-10-01T11:00:00Z,0",
    "größe,2026-10-01T12:00:00Z,1",
    "größe,2026-10-01T12:00:00,2",
    "gross,2026-10-01T11:00:00Z,5",
    "größe,2026-10-01T08:00:00Z,6",
  })
  void exitCodesComeThrough(String table, String until, int code) throws Exception {
    Commands.Ended ended =
        commands().launch("wait", "-t", table, "--until", until, "--timeout", "0");
    assertThat(ended.code()).as(ended.err()).isEqualTo(code);
    assertThat(ended.out().isEmpty()).isEqualTo(code != 0);
  }

  @Test
  void theArchiveIsMadeOnceAndWhole() throws Exception {
    Path fresh = own.resolve("cache of two");
    Commands commands = commands().environment("TIDEGATE_CACHE", fresh.toString());
    Commands.Started one = commands.start("version");
    Commands.Started two = commands.start("version");
    assertThat(one.await().out()).startsWith("tidegate ").isEqualTo(two.await().out());
    assertThat(archives(fresh)).singleElement().satisfies(f -> assertThat(f).isNotEmptyFile());
    // The JVM refuses to start with an archive that it cannot use.
    commands.environment("TIDEGATE_JAVA_OPTS", "-Xshare:on");
    Commands.Ended shared = commands.launch("status");
    assertThat(shared.code()).as(shared.err()).isZero();
    assertThat(archives(fresh)).hasSize(1);
  }

  @Test
  void itDoesWithoutAnArchive() throws Exception {
    Commands commands = commands();
    commands.environment("TIDEGATE_CACHE", Files.createFile(own.resolve("a file")).toString());
    assertThat(commands.launch("status").code()).isZero();
    commands.environment("TIDEGATE_CACHE", "none");
    Commands.Ended ended = commands.launch("status");
    assertThat(ended.code()).isZero();
    assertThat(ended.err()).isEmpty();
  }

  @Test
  void withoutSparkItSaysSo() throws Exception {
    Commands commands = commands();
    commands.environment("SPARK_HOME", own.toString());
    Commands.Ended ended = commands.launch("status");
    assertThat(ended.code()).isEqualTo(5);
    assertThat(ended.err()).contains("Set SPARK_HOME to a Spark with its jars.");
  }

  @Test
  void sparkIsFoundOnThePath() throws Exception {
    Path bin = Files.createDirectories(own.resolve("bin"));
    Files.createSymbolicLink(
        bin.resolve("spark-submit"), Shipped.sparkHome().resolve("bin/spark-submit"));
    Commands commands = commands();
    commands.environment("SPARK_HOME", "");
    commands.environment("PATH", bin + File.pathSeparator + System.getenv("PATH"));
    assertThat(commands.launch("status").code()).isZero();
  }

  @Test
  void itIsAClassOfTheJarToo() throws Exception {
    String jars = Shipped.sparkHome().resolve("jars") + File.separator + "*";
    Commands.Ended ended = java(jars + File.pathSeparator + Shipped.jar(), "status");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).contains("2026-10-01T11:00:00Z");
    Commands.Ended alone = java(Shipped.jar().toString(), "status");
    assertThat(alone.code()).isEqualTo(5);
    assertThat(alone.err()).contains("Put Spark's jars and one tidegate jar on the class path");
  }

  private Commands.Ended java(String classPath, String command)
      throws IOException, InterruptedException {
    return commands()
        .run(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
                "io.tidegate.Tidegate",
                command));
  }
}
