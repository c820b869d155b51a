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
package io.tidegate.internal.tracking;

import io.tidegate.internal.tracking.ModelSetup.Kind;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A rule made wrong on purpose.
 *
 * @param name what is wrong
 * @param kinds the streams for which that is a lie
 * @param change makes it wrong
 */
record Mutation(String name, Set<Kind> kinds, Consumer<ModelRules> change) {
  static final Mutation NONE = new Mutation("none", Set.of(Kind.values()), rules -> {});

  @Override
  public String toString() {
    return name;
  }
}
