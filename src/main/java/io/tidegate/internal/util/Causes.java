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
package io.tidegate.internal.util;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A throwable and what caused it, at most twenty deep: a chain may lead back to itself. */
public final class Causes {
  private static final int DEEPEST = 20;

  private Causes() {}

  /** The throwable itself, then its causes, the outermost first; never empty. */
  public static List<Throwable> of(Throwable error) {
    List<Throwable> chain = new ArrayList<>();
    for (Throwable at = error; at != null && chain.size() < DEEPEST; at = at.getCause()) {
      chain.add(at);
    }
    return chain;
  }

  /** The outermost one of a class; empty when there is none. */
  public static <T extends Throwable> Optional<T> find(Throwable error, Class<T> wanted) {
    return of(error).stream().filter(wanted::isInstance).map(wanted::cast).findFirst();
  }

  /** The innermost one: the throwable itself when nothing caused it. */
  public static Throwable root(Throwable error) {
    List<Throwable> chain = of(error);
    return chain.get(chain.size() - 1);
  }
}
