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
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/** A function that answers from the control table. There is one instance of each. */
interface VerdictFunction {
  /** How it is called. */
  Signature signature();

  /** What it gives, a sentence. */
  String usage();

  /** The type of its answers, which may be NULL. */
  DataType type();

  /**
   * The answer, as Spark keeps values of its type.
   *
   * @param arguments constants
   * @throws io.tidegate.internal.errors.UnansweredException when there is none
   */
  @Nullable Object answer(List<Expression> arguments);
}
