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

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** Calls public methods without parameters by name. */
final class Reflect {
  private Reflect() {}

  /**
   * Calls.
   *
   * @return what the method returned, never null
   * @throws ReflectiveOperationException when there is no such method, or it threw, or gave null
   */
  static Object call(Object target, String name) throws ReflectiveOperationException {
    Method method = target.getClass().getMethod(name);
    Object result;
    try {
      result = method.invoke(target);
    } catch (InvocationTargetException e) {
      throw new ReflectiveOperationException(name + "() failed: " + e.getCause(), e.getCause());
    } catch (RuntimeException e) {
      throw new ReflectiveOperationException(name + "() cannot be called: " + e, e);
    }
    if (result == null) {
      throw new ReflectiveOperationException(name + "() gave null");
    }
    return result;
  }

  /**
   * Calls what gives a Scala collection, whose type differs between Scala versions.
   *
   * @return its elements of a type
   * @throws ReflectiveOperationException as for {@link #call}, or when it gave something else
   */
  static <T> List<T> list(Object target, String name, Class<T> type)
      throws ReflectiveOperationException {
    Object result = call(target, name);
    if (!(result instanceof scala.collection.Iterable<?> elements)) {
      throw new ReflectiveOperationException(name + "() gave a " + result.getClass().getName());
    }
    List<T> list = new ArrayList<>();
    scala.collection.Iterator<?> each = elements.iterator();
    while (each.hasNext()) {
      Object element = each.next();
      if (type.isInstance(element)) {
        list.add(type.cast(element));
      }
    }
    return list;
  }
}
