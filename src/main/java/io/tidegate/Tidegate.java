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
package io.tidegate;

import io.tidegate.internal.cli.Shell;

/**
 * The command line, run as {@code java -cp "$SPARK_HOME/jars/*:tidegate.jar" io.tidegate.Tidegate},
 * or by {@code bin/tidegate}. It starts no Spark.
 */
public final class Tidegate {
  private Tidegate() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String... arguments) {
    System.exit(Shell.run(arguments));
  }
}
