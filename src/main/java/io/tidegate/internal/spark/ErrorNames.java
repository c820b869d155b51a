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

import io.tidegate.internal.util.Causes;
import io.tidegate.internal.util.PythonError;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.SparkThrowable;
import org.jspecify.annotations.Nullable;

/** The names by which an error is known: its conditions and its classes, Python's among them. */
final class ErrorNames {
  private ErrorNames() {}

  /** Those of the error and of what caused it, conditions first; the outermost ones first. */
  static List<String> of(Throwable error) {
    Set<String> conditions = new LinkedHashSet<>();
    Set<String> classes = new LinkedHashSet<>();
    for (Throwable each : Causes.of(error)) {
      String condition = condition(each);
      if (condition != null) {
        conditions.add(condition);
      }
      PythonError.in(String.valueOf(each.getMessage()))
          .flatMap(PythonError::className)
          .ifPresent(name -> addBoth(name, classes));
      classes.add(each.getClass().getName());
      classes.add(each.getClass().getSimpleName());
    }
    List<String> names = new ArrayList<>(conditions);
    names.addAll(classes);
    names.removeIf(String::isBlank); // a class without a name has an empty simple one
    return names;
  }

  private static void addBoth(String pythonClass, Set<String> names) {
    names.add(pythonClass);
    names.add(pythonClass.substring(pythonClass.lastIndexOf('.') + 1));
  }

  /** The getter was renamed after Spark 3.5. */
  private static @Nullable String condition(Throwable error) {
    if (!(error instanceof SparkThrowable)) {
      return null;
    }
    String condition = asked(error, "getCondition");
    return condition != null ? condition : asked(error, "getErrorClass");
  }

  private static @Nullable String asked(Throwable error, String getter) {
    try {
      return Reflect.call(error, getter) instanceof String condition ? condition : null;
    } catch (ReflectiveOperationException e) {
      return null; // not in this version
    }
  }
}
