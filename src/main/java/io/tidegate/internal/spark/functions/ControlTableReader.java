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
package io.tidegate.internal.spark.functions;

import io.tidegate.internal.errors.InvalidConfigurationException;
import io.tidegate.internal.errors.StatementErrors;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.errors.UnansweredException;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.settings.TableLocation;
import io.tidegate.internal.spark.AskedTable;
import io.tidegate.internal.spark.ConfReader;
import io.tidegate.internal.spark.KernelLogs;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.tracking.Workers;
import io.tidegate.internal.util.Causes;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/**
 * Reads the control table that an application's configuration names, as the user and with the
 * credentials of the session that asks. What it read is not kept. Thread safe.
 */
final class ControlTableReader {
  /** After this a reading that hangs is given up to its thread. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final int THREADS = 4;
  private static final int MOST_THREADS = 16;
  private static final Workers CALLS = new Workers("tidegate-sql", THREADS, MOST_THREADS);

  private ControlTableReader() {}

  /**
   * Reads.
   *
   * @throws io.tidegate.internal.errors.UnansweredException when that fails, and why
   */
  static Reading read(SparkSession session) {
    SparkConf conf = session.sparkContext().conf();
    Configuration hadoop = session.sessionState().newHadoopConf();
    Redactor redactor = ConfReader.redactor(conf);
    PrivilegedExceptionAction<Reading> reading = () -> read(session, conf, hadoop, redactor);
    try {
      UserGroupInformation user = UserGroupInformation.getCurrentUser();
      return CALLS.call(() -> user.doAs(reading), LIMIT.toNanos());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnansweredException known) {
        throw known;
      }
      throw unreadable(Causes.root(e), redactor);
    } catch (TimeoutException e) {
      throw StatementErrors.unreadableVerdicts(
          OwnTable.Kind.CONTROL.toString(), "it did not answer within " + LIMIT);
    } catch (IOException e) {
      throw unreadable(e, redactor);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreadable(e, redactor);
    }
  }

  private static UnansweredException unreadable(Throwable cause, Redactor redactor) {
    return StatementErrors.unreadableVerdicts(
        OwnTable.Kind.CONTROL.toString(), redactor.text(cause.toString()));
  }

  private static Reading read(
      SparkSession session, SparkConf conf, Configuration hadoop, Redactor redactor) {
    KernelLogs.quiet();
    AskedTable asked = new AskedTable(location(conf, hadoop, redactor), session, hadoop);
    OwnTable table = new OwnTable(OwnTable.Kind.CONTROL, redactor.text(asked.table().location()));
    try {
      TableSnapshot<VerdictRow> snapshot = asked.read();
      if (snapshot.version() == TableSnapshot.ABSENT) {
        throw StatementErrors.absentControlTable(table);
      }
      return new Reading(table, snapshot.rows(), SystemTime.INSTANCE.now());
    } catch (StoreException e) {
      Throwable shown = e.retryable() ? Causes.root(e) : e;
      String why = shown == e ? String.valueOf(e.getMessage()) : shown.toString();
      throw StatementErrors.unreadableVerdicts(table.toString(), redactor.text(why));
    }
  }

  private static TableLocation location(SparkConf conf, Configuration hadoop, Redactor redactor) {
    TableLocation location;
    try {
      location = ConfReader.settings(conf, hadoop, redactor).controlTable();
    } catch (InvalidConfigurationException e) {
      throw StatementErrors.unansweredBySettings(e);
    }
    if (location == null) {
      throw StatementErrors.noControlTable();
    }
    return location;
  }
}
