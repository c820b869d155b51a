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

import io.delta.kernel.engine.Engine;
import io.tidegate.api.ProgressPlace;
import io.tidegate.internal.store.PlaceCounter;
import io.tidegate.internal.util.Causes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/**
 * Counts the rows of Delta tables from their logs alone: no data file is opened, and a table that
 * several places share is loaded once. A row that several places hold counts once. Thread safe.
 */
public final class DeltaPlaces implements PlaceCounter {
  private final Supplier<Configuration> conf;

  /**
   * @param conf how to reach the tables, asked for at each count
   */
  public DeltaPlaces(Supplier<Configuration> conf) {
    this.conf = conf;
  }

  @Override
  public long rows(List<String> places) throws IOException {
    return rowsOf(places.stream().map(ProgressPlace::parse).toList());
  }

  /**
   * The rows in all of the places.
   *
   * @throws IOException as {@link #rows}
   */
  long rowsOf(List<ProgressPlace> places) throws IOException {
    Configuration now = conf.get();
    Map<String, List<ProgressPlace>> tables = new LinkedHashMap<>();
    for (ProgressPlace place : places) {
      tables.computeIfAbsent(table(place, now), table -> new ArrayList<>()).add(place);
    }
    long rows = 0;
    for (Map.Entry<String, List<ProgressPlace>> table : tables.entrySet()) {
      rows += rows(table.getKey(), table.getValue(), now);
    }
    return rows;
  }

  private static String table(ProgressPlace place, Configuration conf) throws IOException {
    try {
      return KernelTableStore.qualified(place.location(), conf);
    } catch (RuntimeException e) {
      throw unreadable(place.location(), e);
    }
  }

  private static long rows(String location, List<ProgressPlace> places, Configuration conf)
      throws IOException {
    try {
      Engine engine = StoreEngine.of(location, conf);
      return new LoggedRows(engine, location).count(places);
    } catch (UncountableException e) {
      throw new IOException(
          "The rows of " + location + " cannot be counted, because " + e.getMessage(), e);
    } catch (IOException | RuntimeException | LinkageError e) {
      throw unreadable(location, e);
    }
  }

  private static IOException unreadable(String location, Throwable cause) {
    return new IOException(
        "The rows of "
            + location
            + " cannot be counted, because its log cannot be read: "
            + Causes.root(cause)
            + ". Check the path, its permissions and the driver's credentials.",
        cause);
  }
}
