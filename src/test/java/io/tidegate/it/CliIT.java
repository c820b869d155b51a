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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line as it is shipped: by its launcher, and as a class of the jar. */
class CliIT {
  private static final Path LAUNCHER = Shipped.basedir().resolve("bin/tidegate");

  @TempDir private static Path shared;
  private static Path cache;
  private static Path control;

  @TempDir private Path own;

  /**
   * How a command ended.
   *
   * @param code its exit code
   * @param out what it wrote to standard output
   * @param err what it wrote to standard error
   */
  private record Ended(int code, String out, String err) {}

  /** A process with a place for its output. */
  private record Started(Process process, Path out, Path err) {
    Ended await() throws IOException, InterruptedException {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("it ends").isTrue();
      return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }
  }

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

  private Started start(Map<String, String> environment, List<String> command) throws IOException {
    Path out = Files.createTempFile(own, "out", "");
    Path err = Files.createTempFile(own, "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(own.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeAll(List.of("HADOOP_CONF_DIR", "JAVA_TOOL_OPTIONS"));
    builder.environment().putAll(environment);
    return new Started(builder.start(), out, err);
  }

  private static Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("LC_ALL", "C.UTF-8");
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("SPARK_HOME", Shipped.sparkHome().toString());
    environment.put("TIDEGATE_JAR", Shipped.jar().toString());
    environment.put("TIDEGATE_CACHE", cache.toString());
    environment.put("TIDEGATE_CONTROL", control.toString());
    return environment;
  }

  private Ended launch(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    return start(environment, launcher(arguments)).await();
  }

  private static List<String> launcher(String... arguments) {
    return Stream.concat(Stream.of(LAUNCHER.toString()), Stream.of(arguments)).toList();
  }

  private static List<Path> archives(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  void statusIsAllThereIsOnStandardOutput() throws Exception {
    Ended ended = launch(environment(), "status", "--json");
    assertThat(ended.err()).isEmpty();
    assertThat(ended.code()).isZero();
    JsonNode table = new ObjectMapper().readTree(ended.out()).get("tables").get(0);
    assertThat(table.get("table_name").asText()).isEqualTo("größe");
    assertThat(table.get("state").asText()).isEqualTo("ENDED");
    assertThat(launch(environment(), "status").out()).contains("größe").doesNotContain("\u001b");
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
    Ended ended = launch(environment(), "wait", "-t", table, "--until", until, "--timeout", "0");
    assertThat(ended.code()).as(ended.err()).isEqualTo(code);
    assertThat(ended.out().isEmpty()).isEqualTo(code != 0);
  }

  @Test
  void theArchiveIsMadeOnceAndWhole() throws Exception {
    Map<String, String> environment = environment();
    Path fresh = own.resolve("cache of two");
    environment.put("TIDEGATE_CACHE", fresh.toString());
    Started one = start(environment, launcher("version"));
    Started two = start(environment, launcher("version"));
    assertThat(one.await().out()).startsWith("tidegate ").isEqualTo(two.await().out());
    assertThat(archives(fresh)).singleElement().satisfies(f -> assertThat(f).isNotEmptyFile());
    // The JVM refuses to start with an archive that it cannot use.
    environment.put("TIDEGATE_JAVA_OPTS", "-Xshare:on");
    Ended shared = launch(environment, "status");
    assertThat(shared.code()).as(shared.err()).isZero();
    assertThat(archives(fresh)).hasSize(1);
  }

  @Test
  void itDoesWithoutAnArchive() throws Exception {
    Map<String, String> environment = environment();
    environment.put("TIDEGATE_CACHE", Files.createFile(own.resolve("a file")).toString());
    assertThat(launch(environment, "status").code()).isZero();
    environment.put("TIDEGATE_CACHE", "none");
    Ended ended = launch(environment, "status");
    assertThat(ended.code()).isZero();
    assertThat(ended.err()).isEmpty();
  }

  @Test
  void withoutSparkItSaysSo() throws Exception {
    Map<String, String> environment = environment();
    environment.put("SPARK_HOME", own.toString());
    Ended ended = launch(environment, "status");
    assertThat(ended.code()).isEqualTo(5);
    assertThat(ended.err()).contains("Set SPARK_HOME to a Spark with its jars.");
  }

  @Test
  void sparkIsFoundOnThePath() throws Exception {
    Path bin = Files.createDirectories(own.resolve("bin"));
    Files.createSymbolicLink(
        bin.resolve("spark-submit"), Shipped.sparkHome().resolve("bin/spark-submit"));
    Map<String, String> environment = environment();
    environment.put("SPARK_HOME", "");
    environment.put("PATH", bin + File.pathSeparator + System.getenv("PATH"));
    assertThat(launch(environment, "status").code()).isZero();
  }

  @Test
  void itIsAClassOfTheJarToo() throws Exception {
    String jars = Shipped.sparkHome().resolve("jars") + File.separator + "*";
    Ended ended = java(jars + File.pathSeparator + Shipped.jar(), "status");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).contains("2026-10-01T11:00:00Z");
    Ended alone = java(Shipped.jar().toString(), "status");
    assertThat(alone.code()).isEqualTo(5);
    assertThat(alone.err()).contains("Put Spark's jars and one tidegate jar on the class path");
  }

  private Ended java(String classPath, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
                "io.tidegate.Tidegate"));
    command.addAll(List.of(arguments));
    return start(environment(), command).await();
  }
}
