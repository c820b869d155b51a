package io.tidegate;

import io.tidegate.internal.spark.Sessions;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.Function1;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * The session extension, named in {@code spark.sql.extensions}. {@link TidegatePlugin} adds it by
 * itself. It lets tidegate know the application's sessions, so that a query which was first seen
 * late is found.
 */
public final class TidegateExtensions
    extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {

  /** Called by Spark. */
  public TidegateExtensions() {}

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    extensions.injectCheckRule(
        session -> {
          Sessions.saw(session);
          Function1<LogicalPlan, BoxedUnit> nothingToCheck = plan -> BoxedUnit.UNIT;
          return nothingToCheck;
        });
    return BoxedUnit.UNIT;
  }
}
