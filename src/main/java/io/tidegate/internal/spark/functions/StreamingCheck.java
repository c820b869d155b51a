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

import io.tidegate.internal.errors.StatementErrors;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.plans.QueryPlan;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.Function1;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractPartialFunction;
import scala.runtime.BoxedUnit;

/**
 * Refuses a call anywhere in a streaming query, be it beside the stream or in a subquery, which
 * would keep or drop rows for good by an answer that is another one in the next batch.
 */
final class StreamingCheck extends AbstractFunction1<LogicalPlan, BoxedUnit> {

  @Override
  public BoxedUnit apply(LogicalPlan plan) {
    if (SqlFunctions.wereCalled() && plan.isStreaming()) {
      check(plan);
    }
    return BoxedUnit.UNIT;
  }

  private static void check(QueryPlan<?> plan) {
    plan.foreach(
        operator -> {
          ((QueryPlan<?>) operator).transformExpressions(new Refusal());
          return BoxedUnit.UNIT;
        });
  }

  /** Changes nothing, and refuses a call. */
  private static final class Refusal extends AbstractPartialFunction<Expression, Expression> {
    @Override
    public boolean isDefinedAt(Expression expression) {
      if (expression instanceof Call call) {
        throw StatementErrors.misusedFunction(
            call.signature().toString(),
            "a streaming query calls it. Its answer changes from batch to batch, and would keep or"
                + " drop rows for good. Call it in a statement of its own, such as one in"
                + " foreachBatch, which is answered in each batch.");
      }
      if (expression instanceof PlanExpression<?> subquery) {
        check(subquery.plan());
      }
      return false;
    }

    @Override
    public <A extends Expression, B> B applyOrElse(A expression, Function1<A, B> otherwise) {
      isDefinedAt(expression);
      return otherwise.apply(expression);
    }
  }
}
