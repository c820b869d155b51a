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

import io.tidegate.internal.spark.SessionParts;
import io.tidegate.internal.spark.Sessions;
import io.tidegate.internal.spark.StartCheck;
import io.tidegate.internal.spark.functions.SqlFunctions;
import org.apache.spark.sql.SparkSessionExtensions;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * The session extension, named in {@code spark.sql.extensions}. {@link TidegatePlugin} adds it by
 * itself. It asks for each streaming query that is about to start whether its lineage may, lets
 * tidegate know the application's sessions, so that a query which was first seen late is found, and
 * gives sessions the functions that answer from the control table.
 */
public final class TidegateExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {

  /** Called by Spark. */
  public TidegateExtensions() {}

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    SessionParts.add(
        () -> {
          extensions.injectCheckRule(
              session -> {
                Sessions.saw(session);
                return new StartCheck(session, TidegateListener::new);
              });
          SqlFunctions.inject(extensions);
        });
    return BoxedUnit.UNIT;
  }
}
