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
package io.tidegate.internal.store;

import java.io.IOException;
import java.util.List;

/** Counts the rows of places that lineages write to. Calls block on storage. */
public interface PlaceCounter {
  /**
   * The rows in all of them.
   *
   * @param places as {@code recovery.places} gives them
   * @return 0 or more; a place that does not exist yet holds none
   * @throws IOException when one of them cannot be read, or does not tell how many rows it holds
   */
  long rows(List<String> places) throws IOException;
}
