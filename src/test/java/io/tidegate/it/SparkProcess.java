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
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A running {@code spark-submit} in a JVM of its own. Its output is kept in {@code stdout} and
 * {@code stderr} under {@code target/it}; a failed assertion shows their tails.
 */
final class SparkProcess implements AutoCloseable {
  private static final int TAIL = 60;

  private final Process process;
  private final Path directory;
  private final Duration timeout;

  SparkProcess(Process process, Path directory, Duration timeout) {
    this.process = process;
    this.directory = directory;
    this.timeout = timeout;
  }

  /**
   * A process to be started.
   *
   * @param name its directory under {@code target/it}, such as {@code HarnessIT/stream}; what is in
   *     there is deleted
   */
  static SparkProcessBuilder named(String name) {
    return new SparkProcessBuilder(Shipped.scratch(name));
  }

  /** Where its output is. */
  Path directory() {
    return directory;
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for its end and returns the exit code. One that takes longer than its time is killed. */
  int awaitExit() {
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        kill();
        throw new AssertionError("Not done after " + timeout + tails());
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return process.exitValue();
  }

  /** Waits for its end, which has to be a good one. */
  SparkProcess assertSucceeded() {
    assertThat(awaitExit()).as(() -> "exit code" + tails()).isZero();
    return this;
  }

  /** Waits for its end, which has to be a bad one. */
  SparkProcess assertFailed() {
    assertThat(awaitExit()).as(() -> "exit code" + tails()).isNotZero();
    return this;
  }

  /** Waits until its output, on either stream, contains the text. */
  SparkProcess awaitOutput(String text) {
    await("the output of " + directory + " to contain: " + text)
        .atMost(timeout)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> !isAlive() || stdout().contains(text) || stderr().contains(text));
    assertThat(stdout() + stderr()).as(() -> "output" + tails()).contains(text);
    return this;
  }

  /** Ends it as {@code kill -9} does, and waits until it is gone. */
  void kill() {
    process.destroyForcibly();
    awaitGone();
  }

  /** Asks it to end as {@code kill -15} does. It runs its shutdown hooks. */
  void terminate() {
    process.destroy();
  }

  private void awaitGone() {
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What it has printed so far. */
  String stdout() {
    return text("stdout");
  }

  /** What it has logged so far. */
  String stderr() {
    return text("stderr");
  }

  /** The lines of its log that tidegate wrote. */
  List<String> tidegateLog() {
    return stderr().lines().filter(l -> l.contains(" io.tidegate.")).toList();
  }

  private String text(String stream) {
    try {
      return new String(Files.readAllBytes(directory.resolve(stream)), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String tails() {
    return " of "
        + directory
        + "\n--- end of stdout ---\n"
        + tail(stdout())
        + "\n--- end of stderr ---\n"
        + tail(stderr())
        + "\n---\n";
  }

  private static String tail(String text) {
    List<String> lines = text.lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL), lines.size()));
  }

  /** Kills it where it still runs. */
  @Override
  public void close() {
    kill();
  }
}
