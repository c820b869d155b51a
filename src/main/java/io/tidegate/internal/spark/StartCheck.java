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

import io.tidegate.internal.errors.RefusedStartException;
import io.tidegate.internal.store.checkpoint.HadoopCheckpointReader;
import io.tidegate.internal.tracking.StartQuestion;
import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.security.PrivilegedExceptionAction;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.streaming.WriteToStream;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Asks for each streaming query, while Spark analyses its start, whether it may: before there is a
 * run, an event or a file in its checkpoint. Every other plan costs one type check. Thread safe.
 */
public final class StartCheck extends AbstractFunction1<LogicalPlan, BoxedUnit> {
  private static final Logger LOG = LoggerFactory.getLogger(StartCheck.class);
  private static final AtomicBoolean ERROR_TOLD = new AtomicBoolean();

  private final SparkSession session;
  private final Supplier<StreamingQueryListener> listener;

  /**
   * @param session the session whose plans are analysed
   * @param listener makes the listener that sees what becomes of a start
   */
  public StartCheck(SparkSession session, Supplier<StreamingQueryListener> listener) {
    this.session = session;
    this.listener = listener;
  }

  @Override
  public BoxedUnit apply(LogicalPlan plan) {
    try {
      if (plan instanceof WriteToStream write) {
        check(write);
      }
    } catch (RefusedStartException refused) {
      throw refused;
    } catch (Exception | LinkageError e) {
      if (ERROR_TOLD.compareAndSet(false, true)) {
        LOG.error(
            "A start could not be looked into, and is allowed. Further errors like this are not logged.",
            e);
      }
    }
    return BoxedUnit.UNIT;
  }

  private void check(WriteToStream write) throws IOException {
    SessionSettings.tell(session);
    String name = write.name();
    if (name == null || write.deleteCheckpointOnStop()) {
      return;
    }
    TidegateRuntime runtime = Runtimes.forListener(session.sparkContext().conf());
    if (runtime == null) {
      return;
    }
    listen();
    Configuration conf = session.sessionState().newHadoopConf();
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    runtime
        .tracker()
        .gate()
        .ask(
            new StartQuestion(
                name,
                write.resolvedCheckpointLocation(),
                session.sparkContext().applicationId(),
                write.sink(),
                new HadoopCheckpointReader(() -> conf),
                new StartQuestion.Identity() {
                  @Override
                  public <T> Callable<T> as(Callable<T> call) {
                    return () -> doAs(user, call);
                  }
                }));
  }

  /** Where only the extension is configured, nobody else would see what becomes of the start. */
  private void listen() {
    Class<?> ours = listener.get().getClass();
    for (StreamingQueryListener each : session.streams().listListeners()) {
      if (ours.isInstance(each)) {
        return;
      }
    }
    session.streams().addListener(listener.get());
  }

  private static <T> T doAs(UserGroupInformation user, Callable<T> call) throws Exception {
    try {
      return user.doAs((PrivilegedExceptionAction<T>) call::call);
    } catch (UndeclaredThrowableException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }
}
