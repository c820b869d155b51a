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
package io.tidegate.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidegate.it.apps.Scenarios;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The results that a scenario application wrote, in order. */
final class ScenarioResults {
  private final List<JsonNode> lines;

  private ScenarioResults(List<JsonNode> lines) {
    this.lines = lines;
  }

  /**
   * Reads them.
   *
   * @param directory the application's directory
   */
  static ScenarioResults in(Path directory) {
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> lines = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(directory.resolve(Scenarios.RESULTS))) {
        lines.add(json.readTree(line));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ScenarioResults(lines);
  }

  /** Every value of a name that a scenario wrote, oldest first. */
  List<JsonNode> all(String scenario, String name) {
    return lines.stream()
        .filter(l -> l.path("scenario").asText().equals(scenario))
        .filter(l -> l.path("name").asText().equals(name))
        .map(l -> l.path("value"))
        .toList();
  }

  /** The one value of a name. */
  JsonNode get(String scenario, String name) {
    List<JsonNode> found = all(scenario, name);
    if (found.size() != 1) {
      throw new AssertionError(
          "Scenario " + scenario + " has " + found.size() + " values of " + name + ": " + lines);
    }
    return found.get(0);
  }

  /** The errors of the scenarios that failed. */
  List<String> errors() {
    return lines.stream()
        .filter(l -> l.path("name").asText().equals("error"))
        .map(l -> l.path("scenario").asText() + ": " + l.path("value").asText())
        .toList();
  }
}
