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
package io.tidegate.internal.store.kernel;

import io.tidegate.api.ProgressPlace;
import io.tidegate.api.ProgressStore;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Progress in Delta tables, from their logs alone. Calls block on storage; threads may share it.
 */
public final class DeltaProgressStore implements ProgressStore {
  private final DeltaPlaces tables;
  private final Map<String, List<ProgressPlace>> places;

  /**
   * @param places by the qualified path of the checkpoint of the lineage that writes to them
   */
  public DeltaProgressStore(DeltaPlaces tables, Map<String, List<ProgressPlace>> places) {
    this.tables = tables;
    this.places = Map.copyOf(places);
  }

  @Override
  public List<ProgressPlace> places(String lineage) {
    return places.getOrDefault(lineage, List.of());
  }

  @Override
  public OptionalLong rows(ProgressPlace place) throws IOException {
    return OptionalLong.of(tables.rowsOf(List.of(place)));
  }
}
