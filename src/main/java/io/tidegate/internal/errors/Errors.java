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
package io.tidegate.internal.errors;

import io.tidegate.api.ErrorCode;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.util.Causes;
import io.tidegate.internal.util.ErrorText;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every error tidegate raises: one factory each, with a stable code and a message of three parts:
 * what, why and what to do. Texts are not redacted here; whoever shows one does that.
 */
public final class Errors {
  private Errors() {}

  /** Wrong settings, all of them, each a sentence or more with key, origin and what is allowed. */
  public static InvalidConfigurationException invalidConf(List<String> problems) {
    StringBuilder text = new StringBuilder();
    text.append(
        problems.size() == 1
            ? "1 setting of tidegate is wrong:"
            : problems.size() + " settings of tidegate are wrong:");
    problems.forEach(p -> text.append("\n  - ").append(p));
    text.append(
        "\nThe application stops before it asks for executors, because it would otherwise run"
            + " untracked. Correct the settings, or set spark.tidegate.failOnInvalidConf=false to"
            + " run without tidegate.");
    return new InvalidConfigurationException(
        ErrorCode.TIDEGATE_INVALID_CONF,
        problems,
        coded(ErrorCode.TIDEGATE_INVALID_CONF, text.toString()));
  }

  /** The HOCON file cannot be read or parsed. */
  public static InvalidConfigurationException confFileUnreadable(String path, String why) {
    String problem = "The configuration file " + path + " cannot be read: " + why + ".";
    return new InvalidConfigurationException(
        ErrorCode.TIDEGATE_CONF_FILE_UNREADABLE,
        List.of(problem),
        coded(
            ErrorCode.TIDEGATE_CONF_FILE_UNREADABLE,
            problem
                + " spark.tidegate.config names a HOCON file, on any Hadoop path or local to the"
                + " driver, with its settings under the root 'tidegate'. Correct the file or the"
                + " path, or set spark.tidegate.failOnInvalidConf=false to run without tidegate."));
  }

  /** The table has another schema than the expected one. */
  public static StoreException schema(OwnTable table, String expected, String found) {
    return refused(
        ErrorCode.TIDEGATE_TABLE_SCHEMA,
        "The "
            + table
            + " has another schema than tidegate writes. Expected: "
            + expected
            + ". Found: "
            + found
            + ". "
            + untouched(table)
            + " Give "
            + table.kind().setting()
            + " a path or name of its own, or correct the table's columns and restart.");
  }

  /** The table uses a feature that Kernel cannot write, and SQL may. */
  public static StoreException feature(OwnTable table, String found, String remedy) {
    return feature(table, found, remedy, found);
  }

  /** The table uses a feature with which its rows cannot be changed by path at all. */
  public static StoreException unchangeable(OwnTable table, String found, String remedy) {
    return feature(table, found, remedy, "");
  }

  private static StoreException feature(
      OwnTable table, String found, String remedy, String bySqlOnly) {
    return new StoreException(
        ErrorCode.TIDEGATE_TABLE_FEATURE,
        false,
        coded(
            ErrorCode.TIDEGATE_TABLE_FEATURE,
            "The "
                + table
                + " cannot be kept by path. Expected: a plain Delta table without features that"
                + " Delta Kernel cannot write. Found: "
                + found
                + ". "
                + untouched(table)
                + " "
                + remedy),
        null,
        bySqlOnly);
  }

  /** The directory holds something else. */
  public static StoreException notATable(OwnTable table, String found) {
    return refused(
        ErrorCode.TIDEGATE_NOT_A_TABLE,
        "The "
            + table
            + " cannot be created. Expected: an absent or empty directory, or a Delta table. Found: "
            + found
            + ". "
            + untouched(table)
            + " Give "
            + table.kind().setting()
            + " a path of its own.");
  }

  /** The name belongs to something else. */
  public static StoreException notADeltaTable(OwnTable table, Throwable cause) {
    return new StoreException(
        ErrorCode.TIDEGATE_NOT_A_TABLE,
        false,
        coded(
            ErrorCode.TIDEGATE_NOT_A_TABLE,
            "The "
                + table
                + " cannot be kept by SQL. Expected: no table of that name, or a Delta table. Found: "
                + sentence(cause.getMessage())
                + " "
                + untouched(table)
                + " Give "
                + table.kind().setting()
                + " a name of its own."),
        cause);
  }

  /** The table has a feature that SQL cannot write either. */
  public static StoreException featureBySql(OwnTable table, Throwable cause) {
    return new StoreException(
        ErrorCode.TIDEGATE_TABLE_FEATURE,
        false,
        coded(
            ErrorCode.TIDEGATE_TABLE_FEATURE,
            "The "
                + table
                + " cannot be kept by SQL. Expected: a Delta table whose rows may be changed. Found: "
                + sentence(cause.getMessage())
                + " "
                + untouched(table)
                + " Drop that from the table, or give "
                + table.kind().setting()
                + " a table of its own."),
        cause);
  }

  /** The file system cannot put a file only if it is absent. */
  public static StoreException noPutIfAbsent(OwnTable table, Throwable cause) {
    return new StoreException(
        ErrorCode.TIDEGATE_NO_PUT_IF_ABSENT,
        false,
        coded(
            ErrorCode.TIDEGATE_NO_PUT_IF_ABSENT,
            "The "
                + table
                + " is on a file system without hard links ("
                + cause
                + "), so that two drivers could overwrite each other's commits. "
                + untouched(table)
                + " Give "
                + table.kind().setting()
                + " a path on HDFS, ABFS, GCS or a local file system with hard links."),
        cause);
  }

  /** The table cannot be reached just now. */
  public static StoreException unavailable(OwnTable table, Throwable cause) {
    return new StoreException(
        ErrorCode.TIDEGATE_STORE_UNAVAILABLE,
        true,
        coded(
            ErrorCode.TIDEGATE_STORE_UNAVAILABLE,
            "The "
                + table
                + " cannot be read or written: "
                + Causes.root(cause)
                + ". Queries run on, "
                + waiting(table)
                + " and are tried again for as long as the application lives. Check the path, its"
                + " permissions and the driver's credentials."),
        cause);
  }

  /** The table, kept by SQL, cannot be read or written just now. */
  public static StoreException statementFailed(OwnTable table, Throwable cause) {
    return new StoreException(
        ErrorCode.TIDEGATE_STORE_UNAVAILABLE,
        true,
        coded(
            ErrorCode.TIDEGATE_STORE_UNAVAILABLE,
            "The "
                + table
                + " cannot be read or written by SQL: "
                + sentence(Causes.root(cause).toString())
                + " Queries run on, "
                + waiting(table)
                + " and are tried again for as long as the application lives. Check the name, and"
                + " that the application's user may use its catalog and schema, and SELECT and"
                + " MODIFY the table."),
        cause);
  }

  /** There is no place for the table: its schema or catalog is missing. */
  public static StoreException noSchema(OwnTable table, Throwable cause) {
    return new StoreException(
        ErrorCode.TIDEGATE_STORE_UNAVAILABLE,
        true,
        coded(
            ErrorCode.TIDEGATE_STORE_UNAVAILABLE,
            "The "
                + table
                + " cannot be created, since its catalog or schema does not exist: "
                + sentence(cause.getMessage())
                + " Queries run on, "
                + waiting(table)
                + " and are tried again for as long as the application lives. Create the schema"
                + " (CREATE SCHEMA), configure the catalog (spark.sql.catalog.<name>), or correct "
                + table.kind().setting()
                + "."),
        cause);
  }

  /** No session of the application is known yet. */
  public static StoreException noSession(OwnTable table) {
    return new StoreException(
        ErrorCode.TIDEGATE_STORE_UNAVAILABLE,
        true,
        coded(
            ErrorCode.TIDEGATE_STORE_UNAVAILABLE,
            "The "
                + table
                + " is kept by SQL, and the application has no SparkSession yet. Queries run on, "
                + waiting(table)
                + " until it has one. Nothing needs to be done."),
        null);
  }

  /** The application has cached a table that is kept by SQL. */
  public static StoreException cached(OwnTable table, String name) {
    return new StoreException(
        ErrorCode.TIDEGATE_STORE_UNAVAILABLE,
        true,
        coded(
            ErrorCode.TIDEGATE_STORE_UNAVAILABLE,
            "The "
                + table
                + " is kept by SQL, and this application has cached it, so that Spark would show it"
                + " as it was then. Queries run on, "
                + waiting(table)
                + " until it is not cached any more: UNCACHE TABLE "
                + name
                + "."),
        null);
  }

  /** The context has stopped, and nothing can be written by SQL any more. */
  public static StoreException stopped(OwnTable table) {
    return new StoreException(
        ErrorCode.TIDEGATE_STORE_STOPPED,
        false,
        coded(
            ErrorCode.TIDEGATE_STORE_STOPPED,
            "The "
                + table
                + " is kept by SQL, which ends with the SparkContext. What is not written yet is"
                + " caught up on when the queries start again. To have it written before, let the"
                + " application end without stopping its session."),
        null);
  }

  /** The host has no Delta Lake, or not in this session. */
  public static StoreException noDelta(OwnTable table, Throwable cause) {
    return new StoreException(
        ErrorCode.TIDEGATE_STORE_UNUSABLE,
        false,
        coded(
            ErrorCode.TIDEGATE_STORE_UNUSABLE,
            "The "
                + table
                + " is kept by SQL, for which this application lacks Delta Lake: "
                + sentence(Causes.root(cause).getMessage())
                + " "
                + untouched(table)
                + " Put delta-spark on the classpath, set"
                + " spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension and"
                + " spark.sql.catalog.spark_catalog=org.apache.spark.sql.delta.catalog.DeltaCatalog,"
                + " or give "
                + table.kind().setting()
                + " a path, which needs neither."),
        cause);
  }

  /** The store cannot work here: a class is missing or of another version. */
  public static StoreException unusable(OwnTable table, Throwable cause) {
    return new StoreException(
        ErrorCode.TIDEGATE_STORE_UNUSABLE,
        false,
        coded(
            ErrorCode.TIDEGATE_STORE_UNUSABLE,
            "The "
                + table
                + " cannot be kept by this application: "
                + Causes.root(cause)
                + ". "
                + untouched(table)
                + " Check that the driver's classpath holds one tidegate jar only and a supported Spark, and restart."),
        cause);
  }

  /** Other writers won every race within the budget. */
  public static StoreException contended(OwnTable table) {
    return new StoreException(
        ErrorCode.TIDEGATE_STORE_CONTENDED,
        true,
        coded(
            ErrorCode.TIDEGATE_STORE_CONTENDED,
            "Other writers committed to the "
                + table
                + " before every try of this one. Queries run on and the newest values are tried"
                + " again. If it lasts, let fewer applications share one "
                + table.kind()
                + ", or stop"
                + " jobs that rewrite it."),
        null);
  }

  /** Somebody is creating the table at this moment, or so it looks. */
  public static StoreException beingCreated(OwnTable table, Throwable cause) {
    return new StoreException(
        ErrorCode.TIDEGATE_STORE_CONTENDED,
        true,
        coded(
            ErrorCode.TIDEGATE_STORE_CONTENDED,
            "The "
                + table
                + " is being created by somebody else, or its location holds something else: "
                + sentence(cause.getMessage())
                + " Queries run on and the newest values are tried again. If it lasts, empty the"
                + " location, or give "
                + table.kind().setting()
                + " another name."),
        cause);
  }

  /** A call did not return in time. */
  public static StoreException hung(String what, Duration after) {
    return new StoreException(
        ErrorCode.TIDEGATE_STORE_HUNG,
        true,
        coded(
            ErrorCode.TIDEGATE_STORE_HUNG,
            what
                + " did not return within "
                + after
                + " and is abandoned to its thread. Queries run on and the newest values are tried"
                + " again. Check the storage service, or raise spark.tidegate.commitTimeout."),
        null);
  }

  /**
   * A done marker could not be delivered just now.
   *
   * @param what the marker and the setting that asks for it
   * @param why what follows in the sentence
   */
  public static StoreException markerUndelivered(
      String what, String why, @Nullable Throwable cause) {
    return new StoreException(
        ErrorCode.TIDEGATE_MARKER_UNDELIVERED,
        true,
        coded(
            ErrorCode.TIDEGATE_MARKER_UNDELIVERED,
            "The "
                + what
                + " "
                + why
                + ". The verdict stands and queries run on; this marker is tried again for as long as"
                + " the application lives, and those of later periods wait for it. Check the receiver,"
                + " the path, or URL and token, and the driver's permissions."),
        cause);
  }

  /** A done marker was refused for good, as {@link #markerUndelivered} names it. */
  public static StoreException markerRefused(String what, String why) {
    return new StoreException(
        ErrorCode.TIDEGATE_MARKER_REFUSED,
        false,
        coded(
            ErrorCode.TIDEGATE_MARKER_REFUSED,
            "The "
                + what
                + " "
                + why
                + ". It is given up, since the same request would be refused again; the verdict stands"
                + " and later periods are tried. Correct what receives the request, and tell that"
                + " receiver of the period by hand."),
        null);
  }

  /**
   * A query is refused a start.
   *
   * @param why the bound it has reached
   * @param attempts its last attempts, a line each, already redacted
   * @param next when a probe is let through, in a sentence
   * @param resume the setting that resumes, with a value that has not been used
   */
  public static RefusedStartException refusedStart(
      String query,
      String checkpoint,
      String why,
      List<String> attempts,
      String next,
      String resume) {
    StringBuilder text = new StringBuilder();
    text.append("The streaming query '")
        .append(query)
        .append("' with the checkpoint ")
        .append(checkpoint)
        .append(" is not started: ")
        .append(why)
        .append(". Its last attempts:");
    attempts.forEach(attempt -> text.append("\n  - ").append(attempt));
    text.append("\nStarting it again would most likely end the same way. Correct what fails. ")
        .append(next)
        .append(" To start at once, and to count afresh, set ")
        .append(resume)
        .append(" (any value that this checkpoint has not seen before).");
    return new RefusedStartException(coded(ErrorCode.TIDEGATE_START_REFUSED, text.toString()));
  }

  /** The first line of what somebody else says, with a full stop. */
  private static String sentence(@Nullable String said) {
    String line = ErrorText.firstLine(String.valueOf(said));
    return line.endsWith(".") ? line : line + ".";
  }

  /** What a table that is not written means for the queries. */
  private static String untouched(OwnTable table) {
    return switch (table.kind()) {
      case CONTROL -> "Nothing is written and queries run on untracked.";
      case LINEAGE -> "Nothing is written, and every start is allowed.";
    };
  }

  private static String waiting(OwnTable table) {
    return switch (table.kind()) {
      case CONTROL -> "verdicts wait";
      case LINEAGE -> "starts are allowed, attempts wait";
    };
  }

  private static StoreException refused(ErrorCode code, String text) {
    return new StoreException(code, false, coded(code, text), null);
  }

  static String coded(ErrorCode code, String text) {
    return "[" + code + "] " + text;
  }
}
