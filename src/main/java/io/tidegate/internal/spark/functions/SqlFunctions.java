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

import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.TableFunctionRegistry$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.Function1;
import scala.Tuple3;
import scala.collection.immutable.Seq;

/** The functions that a session of the extension has. */
public final class SqlFunctions {
  private static final VerdictFunction FINALIZED_UNTIL = new FinalizedUntil();
  private static final VerdictFunction IS_FINAL = new IsFinal();
  private static final VerdictFunction VERDICTS = new Verdicts();

  private static volatile boolean called;

  private SqlFunctions() {}

  /** Adds the functions to every session that is built with the extensions. */
  public static void inject(SparkSessionExtensions extensions) {
    extensions.injectFunction(registered(FINALIZED_UNTIL, call -> call));
    extensions.injectFunction(registered(IS_FINAL, call -> call));
    extensions.injectTableFunction(registered(VERDICTS, SqlFunctions::relation));
    extensions.injectOptimizerRule(session -> new Answers());
    extensions.injectCheckRule(session -> new StreamingCheck());
  }

  /** Whether any statement in this JVM has called one: while none has, plans are left alone. */
  static boolean wereCalled() {
    return called;
  }

  /**
   * A function as Spark registers it.
   *
   * @param made what stands for a call in a plan
   */
  @SuppressWarnings("unchecked")
  private static <R>
      Tuple3<FunctionIdentifier, ExpressionInfo, Function1<Seq<Expression>, R>> registered(
          VerdictFunction function, Function<Call, R> made) {
    Signature signature = function.signature();
    Function1<Object, R> builder =
        given -> {
          List<Expression> arguments = ScalaLists.elements(given);
          signature.check(arguments);
          called = true;
          return made.apply(new Call(function, ScalaLists.of(arguments)));
        };
    return new Tuple3<>(
        new FunctionIdentifier(signature.function()),
        new ExpressionInfo(
            function.getClass().getName(),
            null,
            signature.function(),
            signature + " - " + function.usage(),
            "",
            "",
            "",
            "",
            "",
            "",
            ""),
        (Function1<Seq<Expression>, R>) (Function1<?, R>) builder);
  }

  /** The relation of an array's rows, as Spark's own {@code inline} makes it. */
  @SuppressWarnings("unchecked")
  private static LogicalPlan relation(Call array) {
    Object inline =
        TableFunctionRegistry$.MODULE$
            .builtin()
            .lookupFunctionBuilder(new FunctionIdentifier("inline"))
            .get();
    return ((Function1<Object, LogicalPlan>) inline).apply(ScalaLists.of(List.of(array)));
  }
}
