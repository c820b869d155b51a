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
package io.tidegate.internal.status;

import java.time.Instant;

/**
 * A half-open interval of time that somebody asks for.
 *
 * @param start inclusive
 * @param end exclusive, after the start
 */
public record Period(Instant start, Instant end) {
  public Period {
    if (!start.isBefore(end)) {
      throw new IllegalArgumentException("A period starts before it ends: " + start + "/" + end);
    }
  }

  /** The ISO-8601 form, in UTC. */
  @Override
  public String toString() {
    return start + "/" + end;
  }
}
