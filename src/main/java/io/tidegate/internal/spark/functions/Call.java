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

import java.util.Objects;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;
import scala.collection.IndexedSeq;
import scala.collection.Iterator;
import scala.collection.immutable.List;

/**
 * A call of a function in a plan. It is foldable, so that Spark puts a literal in its place while
 * it optimises a statement: on the driver, and once the statement's current time is fixed.
 */
public final class Call extends Expression implements Children<Expression> {
  private final VerdictFunction function;
  private final List<Expression> arguments;

  /** Called by Spark too, which copies nodes by what {@link #productElement} gives. */
  public Call(VerdictFunction function, List<Expression> arguments) {
    this.function = function;
    this.arguments = arguments;
  }

  /** How its function is called. */
  Signature signature() {
    return function.signature();
  }

  /**
   * The literal that takes its place.
   *
   * @throws io.tidegate.internal.errors.UnansweredException when there is no answer
   */
  Literal answer() {
    return new Literal(eval(null), dataType());
  }

  @Override
  public @Nullable Object eval(@Nullable InternalRow row) {
    return function.answer(ScalaLists.elements(arguments));
  }

  @Override
  public ExprCode doGenCode(CodegenContext context, ExprCode code) {
    return answer().doGenCode(context, code);
  }

  @Override
  public boolean foldable() {
    return ScalaLists.<Expression>elements(arguments).stream().allMatch(Expression::foldable);
  }

  @Override
  public DataType dataType() {
    return function.type();
  }

  @Override
  public boolean nullable() {
    return true;
  }

  @Override
  public String prettyName() {
    return function.signature().function();
  }

  @Override
  public List<Expression> children() {
    return arguments;
  }

  @Override
  public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
    return new Call(function, ScalaLists.of(ScalaLists.elements(children)));
  }

  @Override
  public Expression withNewChildrenInternal(
      scala.collection.immutable.IndexedSeq<Expression> children) {
    return new Call(function, ScalaLists.of(ScalaLists.elements(children)));
  }

  @Override
  public Iterator<Object> stringArgs() {
    return arguments.iterator().map(argument -> argument);
  }

  @Override
  public int productArity() {
    return 2;
  }

  @Override
  public Object productElement(int n) {
    return n == 0 ? function : arguments;
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof Call;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Call that
        && function == that.function
        && arguments.equals(that.arguments);
  }

  @Override
  public int hashCode() {
    return Objects.hash(function, arguments);
  }
}
