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

/** Every error of a statement that asks for verdicts: what, why, and what to do. */
public final class StatementErrors {
  private StatementErrors() {}

  /**
   * A function of SQL was called in a way that has no answer.
   *
   * @param call how it is called, with the names of its arguments
   * @param why what is wrong and why, and what to do; sentences
   */
  public static UnansweredException misusedFunction(String call, String why) {
    return unanswered(ErrorCode.TIDEGATE_FUNCTION_MISUSED, call + ": " + why);
  }

  /** A statement asks for a table that has no row. */
  public static UnansweredException unknownTable(OwnTable table, String name, String known) {
    return unanswered(
        ErrorCode.TIDEGATE_UNKNOWN_TABLE,
        "The "
            + table
            + " has no row for the table '"
            + name
            + "', so that nothing can be said of it. "
            + known
            + ". Correct the name, or wait: a row appears when its query first starts.");
  }

  /** A statement asks for verdicts where no control table is configured. */
  public static UnansweredException noControlTable() {
    return unanswered(
        ErrorCode.TIDEGATE_NO_CONTROL_TABLE,
        "The statement cannot be answered, because this application's configuration names no"
            + " control table. Set "
            + OwnTable.Kind.CONTROL.setting()
            + " to that of the streams' applications, and start this application again.");
  }

  /** A statement asks for verdicts where there is no control table yet, or never will be. */
  public static UnansweredException absentControlTable(OwnTable table) {
    return unanswered(
        ErrorCode.TIDEGATE_NO_CONTROL_TABLE,
        "The statement cannot be answered, because there is no "
            + table
            + ": no Delta table is there. Check "
            + table.kind().setting()
            + ", or wait: the table appears when the first tracked query starts.");
  }

  /** A statement asks for verdicts where the settings are wrong. */
  public static UnansweredException unansweredBySettings(InvalidConfigurationException wrong) {
    return unanswered(
        wrong.code(),
        "The statement cannot be answered, because settings of tidegate are wrong:\n  - "
            + String.join("\n  - ", wrong.problems())
            + "\nCorrect them and start this application again.");
  }

  /** A statement asks for verdicts that cannot be read. */
  public static UnansweredException unreadableVerdicts(String where, String why) {
    return unanswered(
        ErrorCode.TIDEGATE_VERDICTS_UNREADABLE,
        "The statement cannot be answered, because the "
            + where
            + " cannot be read: "
            + why
            + (why.endsWith(".") ? "" : ".")
            + " Nothing else is affected. Check the path or the name, its permissions and this"
            + " session's credentials, and run the statement again.");
  }

  private static UnansweredException unanswered(ErrorCode code, String text) {
    return new UnansweredException(code, Errors.coded(code, text));
  }
}
