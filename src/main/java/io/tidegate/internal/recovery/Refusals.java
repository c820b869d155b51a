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
package io.tidegate.internal.recovery;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which applications have had a start refused. Pure. */
public final class Refusals {
  private Refusals() {}

  /** The applications in which a lineage other than this one was refused. */
  public static Set<String> besides(String checkpoint, Collection<LineageRow> rows) {
    Set<String> applications = new HashSet<>();
    for (LineageRow row : rows) {
      if (!row.checkpoint().equals(checkpoint) && row.refusedApplications() != null) {
        applications.addAll(TextsJson.read(row.refusedApplications()).orElseGet(List::of));
      }
    }
    return applications;
  }
}
