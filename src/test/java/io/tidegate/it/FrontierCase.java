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

import io.tidegate.it.source.CdcFeed;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A fed query and what its row has to say in the end. Its name is that of query, label and table.
 */
final class FrontierCase {
  private final String name;
  private final Map<String, String> conf = new LinkedHashMap<>();
  private final List<List<String>> feeds = new ArrayList<>();
  private Instant until;
  private String code;
  private String words = "";

  private FrontierCase(String name) {
    this.name = name;
    conf.put("table", name);
    conf.put("frontier", "offset");
  }

  static FrontierCase named(String name) {
    return new FrontierCase(name);
  }

  /** A source of its own with these end offsets, one batch each. */
  FrontierCase feed(String... offsets) {
    feeds.add(List.of(offsets));
    return this;
  }

  /** A source with one end offset whose {@code commit_ts} is the text. */
  FrontierCase at(String time) {
    return feed("{\"commit_ts\":\"" + time + "\"}");
  }

  /** An option of the entry. */
  FrontierCase conf(String key, String value) {
    conf.put(key, value);
    return this;
  }

  /** The verdict has to be this instant, with nothing that holds it. */
  FrontierCase until(String instant) {
    until = Instant.parse(instant);
    return this;
  }

  /** The verdict has to be held, the reason to contain the words. */
  FrontierCase held(String code, String words) {
    this.code = code;
    this.words = words;
    return this;
  }

  String name() {
    return name;
  }

  Instant until() {
    return until;
  }

  String code() {
    return code;
  }

  String words() {
    return words;
  }

  /** Writes the feeds to where the application looks for them. */
  void write(Path directory) {
    for (int i = 0; i < feeds.size(); i++) {
      CdcFeed feed = CdcFeed.at(directory.resolve(name).resolve("feed" + i));
      feeds.get(i).forEach(feed::append);
    }
  }

  void configure(SparkProcessBuilder builder) {
    conf.forEach((key, value) -> builder.conf("spark.tidegate.queries." + name + "." + key, value));
  }

  @Override
  public String toString() {
    return name;
  }
}
