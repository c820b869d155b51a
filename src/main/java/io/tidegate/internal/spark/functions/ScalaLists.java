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

import java.util.ArrayList;
import java.util.List;
import scala.collection.Iterable;
import scala.collection.Iterator;
import scala.collection.immutable.Nil$;

/**
 * Scala's sequences, by what they have in common in every Scala: {@code Seq} is another interface
 * in 2.12 than in 2.13.
 */
final class ScalaLists {
  private ScalaLists() {}

  /** The elements of a sequence. */
  @SuppressWarnings("unchecked")
  static <E> List<E> elements(Object sequence) {
    List<E> elements = new ArrayList<>();
    Iterator<E> each = ((Iterable<E>) sequence).iterator();
    while (each.hasNext()) {
      elements.add(each.next());
    }
    return elements;
  }

  /** A sequence of some elements, which is a {@code Seq} in every Scala. */
  @SuppressWarnings("unchecked")
  static <E> scala.collection.immutable.List<E> of(List<E> elements) {
    scala.collection.immutable.List<E> list =
        (scala.collection.immutable.List<E>) (Object) Nil$.MODULE$;
    for (int i = elements.size() - 1; i >= 0; i--) {
      list = list.$colon$colon(elements.get(i));
    }
    return list;
  }
}
