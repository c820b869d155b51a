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

import org.apache.spark.sql.catalyst.trees.TreeNode;
import scala.collection.IndexedSeq;
import scala.collection.Seq;

/**
 * What a node of a tree has to implement where Spark is built for Scala 2.12: there {@code Seq} is
 * another interface than in 2.13, so that these are other methods than those of {@link TreeNode}
 * this is compiled with. A class that implements both runs on both.
 *
 * @param <B> the tree's nodes
 */
interface Children<B extends TreeNode<B>> {
  /** The children. */
  Seq<B> children();

  /** A copy with other children. */
  B withNewChildrenInternal(IndexedSeq<B> children);
}
