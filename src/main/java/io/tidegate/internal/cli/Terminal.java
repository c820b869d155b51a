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

import java.io.PrintWriter;

/**
 * Where commands write.
 *
 * @param out results
 * @param err everything else
 * @param colour whether results may be coloured
 * @param live whether a line of {@code err} may be written over
 */
public record Terminal(PrintWriter out, PrintWriter err, boolean colour, boolean live) {
  private static final String CLEAR_LINE = "\r\u001b[K";

  /** Shows a line in the place of the one shown before. */
  void progress(String line) {
    if (live) {
      err.print(CLEAR_LINE + Texts.shown(line));
      err.flush();
    }
  }

  /** Takes the progress line away. */
  void endProgress() {
    progress("");
  }

  /** A line for people beside the results. */
  void say(String line) {
    err.println(Texts.shown(line));
    err.flush();
  }
}
