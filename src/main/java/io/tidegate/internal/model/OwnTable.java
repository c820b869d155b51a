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
package io.tidegate.internal.model;

/**
 * One of the tables that tidegate keeps, as messages name it.
 *
 * @param kind which one
 * @param location where, as it may be shown
 */
public record OwnTable(Kind kind, String location) {
  /** What there is one table of for each application. */
  public enum Kind {
    /** The verdicts. */
    CONTROL("control table", "spark.tidegate.controlTable"),
    /** The recovery record. */
    LINEAGE("lineage table", "spark.tidegate.lineageTable");

    private final String words;
    private final String setting;

    Kind(String words, String setting) {
      this.words = words;
      this.setting = setting;
    }

    /** The setting that says where it is. */
    public String setting() {
      return setting;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** Kind and place, for the middle of a sentence. */
  @Override
  public String toString() {
    return kind + " " + location;
  }
}
