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

import io.tidegate.it.source.CdcFeed;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamWriter;

/**
 * A feed whose entries are one minute apart, each half a minute into its own, so that every batch
 * of one entry makes another minute final. A query over it has its feed in {@code feed} and its
 * checkpoint in {@code checkpoint} of one directory.
 */
public final class MinuteFeed {
  private static final Instant FIRST = Instant.parse("2024-10-01T06:00:30Z");

  private MinuteFeed() {}

  /** Appends entries until there are so many. */
  public static void fill(Path directory, int entries) {
    CdcFeed feed = CdcFeed.at(directory.resolve("feed"));
    for (int i = feed.entries().size(); i < entries; i++) {
      Instant time = FIRST.plus(i, ChronoUnit.MINUTES);
      feed.append(
          "{\"lsn\":" + i + ",\"commit_ts\":\"" + time + "\"}",
          "{\"id\":" + i + ",\"event_time\":\"" + time + "\",\"value\":\"v\"}");
    }
  }

  /** The verdict that so many entries, all committed, stand for. */
  public static Instant finalAfter(int entries) {
    return FIRST.plus(entries - 1, ChronoUnit.MINUTES).truncatedTo(ChronoUnit.MINUTES);
  }

  /** The feed as a stream, one entry a batch. */
  public static Dataset<Row> read(SparkSession spark, Path directory) {
    return spark
        .readStream()
        .format("io.tidegate.it.source.CdcSourceProvider")
        .option("feed", directory.resolve("feed").toString())
        .load();
  }

  /** A query that reads the feed into nothing. */
  public static DataStreamWriter<Row> query(SparkSession spark, Path directory, String name) {
    return read(spark, directory)
        .writeStream()
        .queryName(name)
        .option("checkpointLocation", directory.resolve("checkpoint").toString())
        .format("noop");
  }
}
