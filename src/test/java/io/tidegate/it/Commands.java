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

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Starts commands by the launcher, in an environment of its own. Not thread safe. */
final class Commands {
  private static final Path LAUNCHER = Shipped.basedir().resolve("bin/tidegate");

  private final Path directory;
  private final Map<String, String> environment = new HashMap<>();

  /**
   * @param directory where they run and leave what they write
   */
  Commands(Path directory) {
    this.directory = directory;
    environment("LC_ALL", "C.UTF-8");
    environment("JAVA_HOME", Shipped.javaHome().toString());
    environment("SPARK_HOME", Shipped.sparkHome().toString());
    environment("TIDEGATE_JAR", Shipped.jar().toString());
    environment("TIDEGATE_CACHE", "none");
  }

  /**
   * How a command ended.
   *
   * @param code its exit code
   * @param out what it wrote to standard output
   * @param err what it wrote to standard error
   */
  record Ended(int code, String out, String err) {}

  /** A command that runs, and where its output goes. */
  record Started(Process process, Path out, Path err) {
    Ended await() throws IOException, InterruptedException {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("it ends").isTrue();
      return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }
  }

  Commands environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Runs a command of the launcher to its end. */
  Ended launch(String... arguments) throws IOException, InterruptedException {
    return start(arguments).await();
  }

  Started start(String... arguments) throws IOException {
    return started(Stream.concat(Stream.of(LAUNCHER.toString()), Stream.of(arguments)).toList());
  }

  /** Runs any command to its end. */
  Ended run(List<String> command) throws IOException, InterruptedException {
    return started(command).await();
  }

  private Started started(List<String> command) throws IOException {
    Path out = Files.createTempFile(directory, "out", "");
    Path err = Files.createTempFile(directory, "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeAll(List.of("HADOOP_CONF_DIR", "JAVA_TOOL_OPTIONS"));
    builder.environment().putAll(environment);
    return new Started(builder.start(), out, err);
  }
}
