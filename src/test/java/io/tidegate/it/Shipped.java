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

import java.nio.file.Files;
import java.nio.file.Path;

/** What an integration test starts: the built jars and a laid-out Spark. */
final class Shipped {
  private Shipped() {}

  /** The project's directory. */
  static Path basedir() {
    return Path.of(System.getProperty("tidegate.basedir", ".")).toAbsolutePath().normalize();
  }

  /** The shaded jar. */
  static Path jar() {
    return existing("tidegate.jar", "target/tidegate-0.1.0.jar", "mvn package");
  }

  /** The jar of scenario applications and test sources. */
  static Path apps() {
    return existing("tidegate.apps.jar", "target/tidegate-0.1.0-tests.jar", "mvn package");
  }

  /** A directory with Spark and Delta in {@code jars}. */
  static Path sparkHome() {
    return existing(
        "tidegate.spark.home",
        "target/spark-4.2.0",
        "conf-examples/quickstart/lay-out-spark target/spark-4.2.0");
  }

  /**
   * The Java that Spark and the command line run with: the one of the test unless another is given.
   */
  static Path javaHome() {
    return Path.of(System.getProperty("tidegate.java.home", System.getProperty("java.home")));
  }

  /** Where the test of a name may leave what it likes. */
  static Path scratch(String test) {
    return basedir().resolve("target/it").resolve(test);
  }

  private static Path existing(String property, String usual, String remedy) {
    String given = System.getProperty(property);
    Path path = given == null ? basedir().resolve(usual) : Path.of(given).toAbsolutePath();
    if (!Files.exists(path)) {
      throw new IllegalStateException(
          "There is no " + path + ", which -D" + property + " may name. Make it with: " + remedy);
    }
    return path;
  }
}
