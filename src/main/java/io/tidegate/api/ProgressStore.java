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
package io.tidegate.api;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/**
 * Knows the places that lineages write to and how many rows each holds. An implementation says
 * itself whether its calls block and whether threads may share it.
 */
public interface ProgressStore {
  /**
   * The places that a lineage writes to; one that several of its steps share may be given several
   * times.
   *
   * @param lineage the qualified path of the lineage's checkpoint
   */
  List<ProgressPlace> places(String lineage);

  /**
   * How many rows a place holds, 0 or more.
   *
   * @return empty for a target that keeps nothing, such as the console or memory
   * @throws IOException when the place cannot be read
   */
  OptionalLong rows(ProgressPlace place) throws IOException;
}
