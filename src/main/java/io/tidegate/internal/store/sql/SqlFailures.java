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
package io.tidegate.internal.store.sql;

import io.tidegate.api.ErrorCode;
import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.util.Causes;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns whatever Spark and Delta Lake throw into outcomes and store errors. Errors are told apart
 * by the condition at the beginning of their messages and by the names of their classes, which are
 * the host's.
 */
final class SqlFailures {
  private static final Pattern CONDITION = Pattern.compile("\\s*\\[([A-Z][A-Z0-9_]*)[.\\]]");
  private static final String DELTA_EXCEPTIONS = "io.delta.exceptions.";
  private static final Pattern LOST =
      Pattern.compile(
          "DELTA_CONCURRENT_|DELTA_METADATA_CHANGED|DELTA_PROTOCOL_CHANGED|"
              + "TABLE_OR_VIEW_ALREADY_EXISTS|DELTA_TABLE_ALREADY_EXISTS");

  private static final List<String> ABSENT =
      List.of(
          "TABLE_OR_VIEW_NOT_FOUND",
          "DELTA_TABLE_NOT_FOUND",
          "DELTA_MISSING_DELTA_TABLE",
          "DELTA_PATH_DOES_NOT_EXIST",
          "PATH_NOT_FOUND");
  private static final List<String> NO_SCHEMA =
      List.of(
          "SCHEMA_NOT_FOUND",
          "NO_SUCH_CATALOG_EXCEPTION",
          "CATALOG_NOT_FOUND",
          "REQUIRES_SINGLE_PART_NAMESPACE",
          "DELTA_SCHEMA_NOT_FOUND");
  private static final List<String> NOT_DELTA =
      List.of(
          "UNSUPPORTED_FEATURE",
          "DELTA_UNSUPPORTED_SOURCE",
          "DELTA_NOT_A_DELTA_TABLE",
          "DELTA_TABLE_ONLY_OPERATION",
          "DELTA_ONLY_OPERATION",
          "EXPECT_TABLE_NOT_VIEW",
          "NOT_SUPPORTED_COMMAND_FOR_V2_TABLE",
          "FORBIDDEN_OPERATION");
  private static final List<String> FEATURE =
      List.of(
          "DELTA_CANNOT_MODIFY_APPEND_ONLY",
          "DELTA_VIOLATE_CONSTRAINT_WITH_VALUES",
          "DELTA_NOT_NULL_CONSTRAINT_VIOLATED",
          "DELTA_UNSUPPORTED_FEATURES_FOR_WRITE",
          "DELTA_UNSUPPORTED_FEATURES_FOR_READ");
  private static final List<String> NO_DELTA =
      List.of(
          "DATA_SOURCE_NOT_FOUND",
          "CANNOT_CREATE_DATA_SOURCE_TABLE",
          "DELTA_CONFIGURE_SPARK_SESSION_WITH_EXTENSION_AND_CATALOG");

  /** A table that another application is creating at this moment looks so. */
  private static final String BEING_CREATED = "DELTA_CREATE_TABLE_WITH_NON_EMPTY_LOCATION";

  private final OwnTable table;
  private final SqlSession session;

  SqlFailures(OwnTable table, SqlSession session) {
    this.table = table;
    this.session = session;
  }

  /** Whether something thrown says that there is no such table. */
  boolean isAbsent(Throwable thrown) {
    return has(thrown, ABSENT).isPresent();
  }

  /** The store error for something thrown. Errors of the virtual machine itself are thrown on. */
  StoreException of(Throwable thrown) {
    if (thrown instanceof VirtualMachineError error) {
      throw error;
    }
    if (thrown instanceof StoreException known) {
      return known;
    }
    if (session.stopped()) {
      return Errors.stopped(table);
    }
    if (thrown instanceof NoSessionException) {
      return Errors.noSession(table);
    }
    return has(thrown, List.of(BEING_CREATED))
        .map(cause -> Errors.beingCreated(table, cause))
        .or(() -> has(thrown, NO_SCHEMA).map(cause -> Errors.noSchema(table, cause)))
        .or(() -> has(thrown, FEATURE).map(cause -> Errors.featureBySql(table, cause)))
        .or(() -> noDelta(thrown).map(cause -> Errors.noDelta(table, cause)))
        .or(() -> has(thrown, NOT_DELTA).map(cause -> Errors.notADeltaTable(table, cause)))
        .orElseGet(
            () ->
                thrown instanceof Error
                    ? Errors.unusable(table, thrown)
                    : Errors.statementFailed(table, thrown));
  }

  /**
   * What became of a commit that ended so.
   *
   * @param creates whether it was to create the table first
   */
  <R> CommitOutcome<R> outcome(Throwable thrown, boolean creates) {
    // Case 1: Delta saw another commit after the one that this one was made on. Or the table went.
    if (isConflict(thrown) || (isAbsent(thrown) && !creates)) {
      return new CommitOutcome.Conflict<>();
    }
    // Case 2: created, and still not there: dropped again, or out of this user's sight.
    if (isAbsent(thrown)) {
      return new CommitOutcome.Transient<>(of(thrown));
    }
    StoreException cause = of(thrown);
    // Case 3: the context ended in the middle of it.
    if (session.stopped()) {
      return new CommitOutcome.Unknown<>(cause);
    }
    // Case 4: refused before anything was run, or by a rule of the table's, until that changes.
    if (!cause.retryable()) {
      return new CommitOutcome.Fatal<>(cause);
    }
    // Case 5: the table is about to be there.
    if (cause.code() == ErrorCode.TIDEGATE_STORE_CONTENDED) {
      return new CommitOutcome.Unknown<>(cause);
    }
    // Case 6: refused before anything was run, for a reason that may pass.
    if (thrown instanceof NoSessionException || isA(thrown, ".AnalysisException")) {
      return new CommitOutcome.Transient<>(cause);
    }
    // Case 7: anything may have happened.
    return new CommitOutcome.Unknown<>(cause);
  }

  private static boolean isConflict(Throwable thrown) {
    for (Throwable each : Causes.of(thrown)) {
      if (isA(each, DELTA_EXCEPTIONS) || LOST.matcher(condition(each)).lookingAt()) {
        return true;
      }
    }
    return false;
  }

  /** Whether the name of a class, or of one of those above it, holds a text. */
  private static boolean isA(Throwable thrown, String text) {
    for (Class<?> at = thrown.getClass(); at != null; at = at.getSuperclass()) {
      if (at.getName().contains(text)) {
        return true;
      }
    }
    return false;
  }

  private static Optional<Throwable> noDelta(Throwable thrown) {
    Optional<Throwable> condition = has(thrown, NO_DELTA);
    return condition.isPresent()
        ? condition
        : Causes.of(thrown).stream()
            .filter(each -> each instanceof ClassNotFoundException)
            .filter(each -> String.valueOf(each.getMessage()).contains("elta"))
            .findFirst();
  }

  /** The outermost cause with one of some conditions. */
  private static Optional<Throwable> has(Throwable thrown, List<String> conditions) {
    return Causes.of(thrown).stream()
        .filter(each -> conditions.contains(condition(each)))
        .findFirst();
  }

  private static String condition(Throwable thrown) {
    Matcher start = CONDITION.matcher(String.valueOf(thrown.getMessage()));
    return start.lookingAt() ? start.group(1) : "";
  }
}
