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
package io.tidegate.it.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A change feed on disk: a directory of files, one entry each, in the order of their names. An
 * entry is a line of JSON with the source's offset after it, as the exact text Spark is to see, and
 * the rows it brings. Entries may be appended from any process while a query reads, by one writer
 * at a time; a reader sees whole entries only.
 */
public final class CdcFeed {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path directory;

  private CdcFeed(Path directory) {
    this.directory = directory;
  }

  /** The feed in a directory, which is made where it is absent. */
  public static CdcFeed at(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new CdcFeed(directory);
  }

  /**
   * One entry.
   *
   * @param offset the end offset, exactly as Spark sees and stores it
   * @param rows JSON objects by column name
   */
  public record Entry(String offset, List<JsonNode> rows) {}

  /**
   * Appends an entry.
   *
   * @param offset any text of one line, JSON or not, that the feed does not hold yet: Spark takes
   *     two equal offsets for no news, and a restarted source finds its place by its text
   * @param rows each a JSON object by column name
   */
  public CdcFeed append(String offset, String... rows) {
    List<Entry> before = entries();
    if (before.stream().anyMatch(e -> e.offset().equals(offset))) {
      throw new IllegalArgumentException("The feed holds the offset already: " + offset);
    }
    if (offset.lines().count() != 1) {
      throw new IllegalArgumentException("An offset is one line, not: '" + offset + "'");
    }
    try {
      ObjectNode line = JSON.createObjectNode().put("offset", offset);
      for (String row : rows) {
        line.withArray("rows").add(JSON.readTree(row));
      }
      Path file = directory.resolve(String.format("%08d.jsonl", before.size()));
      Path scratch = directory.resolve(file.getFileName() + ".part");
      Files.writeString(scratch, JSON.writeValueAsString(line) + "\n");
      Files.move(scratch, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Every entry, oldest first. */
  public List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList()) {
        JsonNode line = JSON.readTree(file.toFile());
        List<JsonNode> rows = new ArrayList<>();
        line.path("rows").forEach(rows::add);
        entries.add(new Entry(line.required("offset").textValue(), List.copyOf(rows)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return entries;
  }
}
