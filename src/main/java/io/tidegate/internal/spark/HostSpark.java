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

import io.tidegate.internal.util.Version;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.package$;
import scala.util.Properties;

/**
 * Whether the Spark that tidegate finds itself in is one it can work with. Pure; thread safe.
 *
 * @param verdict what follows from it
 * @param text a line for the log; empty for a Spark it is tested with
 */
record HostSpark(Verdict verdict, String text) {
  /** The versions it is tested with, oldest first; between the first and the last all are. */
  static final List<String> TESTED = List.of("3.5", "4.0", "4.1", "4.2");

  private static final List<String> SCALA = List.of("2.12", "2.13");
  private static final Pattern MAJOR_MINOR = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})(\\D.*)?");

  /** What follows from a host. */
  enum Verdict {
    /** It is tested with it. */
    TESTED,
    /** It may work, and goes on. */
    UNTESTED,
    /** It cannot work, and does nothing. */
    UNUSABLE
  }

  /** The one that tidegate finds itself in. */
  static HostSpark current() {
    return of(package$.MODULE$.SPARK_VERSION(), Properties.versionNumberString());
  }

  /** Whether anything of Spark's may be touched. */
  boolean usable() {
    return verdict != Verdict.UNUSABLE;
  }

  /**
   * Judges a host.
   *
   * @param spark its version, such as {@code 3.5.9} or {@code 4.0.2-vendor1}
   * @param scala the version of Scala's library, such as {@code 2.13.17}
   */
  static HostSpark of(String spark, String scala) {
    String host = "this is Spark " + spark + " with Scala " + scala;
    int oldest = order(TESTED.get(0));
    int newest = order(TESTED.get(TESTED.size() - 1));
    int found = order(spark);
    boolean otherScala =
        order(scala) >= 0 && SCALA.stream().noneMatch(each -> order(each) == order(scala));
    if (otherScala || (found >= 0 && found < oldest)) {
      return new HostSpark(
          Verdict.UNUSABLE,
          "Tidegate is disabled: "
              + host
              + ", which it cannot work with. The application runs on, and nothing is tracked. "
              + tested()
              + " Use one of these, or take tidegate out of this application's configuration.");
    }
    if (found < 0 || found > newest) {
      return new HostSpark(
          Verdict.UNTESTED,
          "Tidegate goes on, although "
              + host
              + ", which it is not tested with: what it does not understand of a query keeps that"
              + " query's verdict where it is. "
              + tested()
              + " Use one of these, or a tidegate that names this Spark.");
    }
    return new HostSpark(Verdict.TESTED, "");
  }

  private static String tested() {
    return "Tidegate "
        + Version.of()
        + " is tested with Spark "
        + String.join(", ", TESTED)
        + " and Scala "
        + String.join(", ", SCALA)
        + ".";
  }

  /** Major and minor version as one number; negative where the text names none. */
  private static int order(String version) {
    Matcher matcher = MAJOR_MINOR.matcher(version);
    return matcher.matches()
        ? Integer.parseInt(matcher.group(1)) * 1_000 + Integer.parseInt(matcher.group(2))
        : -1;
  }
}
