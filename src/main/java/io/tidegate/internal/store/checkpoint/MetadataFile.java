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
package io.tidegate.internal.store.checkpoint;

/**
 * What {@code metadata} holds.
 *
 * @param id the lineage's id, the same through all its runs
 */
record MetadataFile(String id) {

  /** Reads the file's text. */
  static MetadataFile parse(String text) throws DamagedFileException {
    if (text.isBlank()) {
      throw new DamagedFileException("is empty");
    }
    String id = LogJson.text(LogJson.object(text, "line 1"), "id");
    if (id == null || id.isBlank()) {
      throw new DamagedFileException("holds no \"id\"");
    }
    return new MetadataFile(id);
  }
}
