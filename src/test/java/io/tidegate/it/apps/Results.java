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
package io.tidegate.it.apps;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a scenario saw, as JSON lines that the integration test asserts on. Each is on disk when the
 * call returns, so that a killed process leaves what it had written.
 */
public final class Results {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final String scenario;

  Results(Path file, String scenario) {
    this.file = file;
    this.scenario = scenario;
  }

  /**
   * Writes one result.
   *
   * @param value anything Jackson can write: text, number, list, map, null
   */
  public synchronized void write(String name, Object value) {
    ObjectNode line = JSON.createObjectNode().put("scenario", scenario).put("name", name);
    line.set("value", JSON.valueToTree(value));
    try {
      Files.writeString(
          file,
          JSON.writeValueAsString(line) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
