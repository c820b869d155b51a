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
package io.tidegate.internal.util;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names a process so that another process can tell that it is gone: boot id, pid namespace, pid and
 * start time. A host name is never part of it. Where the system does not say, the part is {@code ?}
 * and nothing can be told.
 *
 * @param bootId the kernel's boot id
 * @param namespace the pid namespace
 * @param pid the pid within it
 * @param startTicks when the process started, in the kernel's ticks since boot, which no step of
 *     the wall clock moves; -1 where it is not known
 */
public record ProcessIdentity(String bootId, String namespace, long pid, long startTicks) {
  private static final String UNKNOWN = "?";
  private static final Pattern FORM =
      Pattern.compile("boot=(\\S+) pidns=(\\S+) pid=(\\d+) start=(-?\\d+)");

  /** This process. */
  public static ProcessIdentity current() {
    ProcessHandle self = ProcessHandle.current();
    return new ProcessIdentity(bootIdNow(), namespaceNow(), self.pid(), startOf(self.pid()));
  }

  /** Reads what {@link #toString()} wrote; empty for any other text. */
  public static Optional<ProcessIdentity> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new ProcessIdentity(
              form.group(1),
              form.group(2),
              Long.parseLong(form.group(3)),
              Long.parseLong(form.group(4))));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether the process that a text names is known not to exist any more, as seen from this one.
   * False whenever that cannot be told.
   */
  public static boolean knownGone(String text) {
    return parse(text).map(ProcessIdentity::goneFromHere).orElse(false);
  }

  private boolean goneFromHere() {
    boolean sameView =
        !bootId.equals(UNKNOWN)
            && !namespace.equals(UNKNOWN)
            && bootId.equals(bootIdNow())
            && namespace.equals(namespaceNow());
    if (!sameView) {
      return false;
    }
    if (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()) {
      return seesOthers();
    }
    long start = startOf(pid);
    return start >= 0 && startTicks >= 0 && start != startTicks;
  }

  /** Whether processes of other users are shown here: a /proc may hide them, the first one too. */
  private static boolean seesOthers() {
    return startOf(1) >= 0;
  }

  /** Field 22 of {@code /proc/PID/stat}; the name in field 2 may hold blanks and brackets. */
  private static long startOf(long pid) {
    try {
      String stat =
          Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
      String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return Long.parseLong(afterName[19]);
    } catch (IOException | RuntimeException e) {
      return -1;
    }
  }

  private static String bootIdNow() {
    try {
      String id =
          Files.readString(Path.of("/proc/sys/kernel/random/boot_id"), StandardCharsets.US_ASCII);
      return id.isBlank() ? UNKNOWN : id.strip();
    } catch (IOException | RuntimeException e) {
      return UNKNOWN;
    }
  }

  private static String namespaceNow() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString().replace(' ', '_');
    } catch (IOException | RuntimeException e) {
      return UNKNOWN;
    }
  }

  @Override
  public String toString() {
    return "boot=" + bootId + " pidns=" + namespace + " pid=" + pid + " start=" + startTicks;
  }
}
