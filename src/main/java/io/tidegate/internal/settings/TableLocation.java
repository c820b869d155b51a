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
package io.tidegate.internal.settings;

import io.tidegate.internal.model.CatalogName;

/**
 * Where one of tidegate's own tables is kept.
 *
 * @param value a path, or a catalog name
 */
public record TableLocation(String value) {
  /** Whether the value is a path: it holds a slash or a scheme. Anything else is a catalog name. */
  public boolean isPath() {
    return value.indexOf('/') >= 0 || value.matches("[A-Za-z][A-Za-z0-9+.-]*:.*");
  }

  /**
   * The catalog name.
   *
   * @throws IllegalArgumentException when the value is not one
   */
  public CatalogName name() {
    return CatalogName.parse(value);
  }
}
