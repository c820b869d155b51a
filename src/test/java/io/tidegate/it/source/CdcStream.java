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

import io.tidegate.it.source.CdcFeed.Entry;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;
import org.apache.spark.sql.types.StructType;

/** Reads a feed entry by entry. A position is the number of entries read, found by offset text. */
final class CdcStream implements MicroBatchStream, SupportsTriggerAvailableNow {
  private static final String BEGINNING = "\"beginning\"";

  private final CdcFeed feed;
  private final StructType schema;
  private final int entriesPerBatch;
  private final String latest;
  private int pinned = Integer.MAX_VALUE;
  private Offset end;

  CdcStream(CdcFeed feed, StructType schema, int entriesPerBatch, String latest) {
    this.feed = feed;
    this.schema = schema;
    this.entriesPerBatch = entriesPerBatch;
    this.latest = latest;
  }

  private static Offset offset(String text) {
    return new Offset() {
      @Override
      public String json() {
        return text;
      }
    };
  }

  /** The number of entries up to and with the offset. */
  private static int position(List<Entry> entries, Offset offset) {
    if (offset.json().equals(BEGINNING)) {
      return 0;
    }
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).offset().equals(offset.json())) {
        return i + 1;
      }
    }
    throw new IllegalStateException("The feed has no entry with the offset " + offset.json());
  }

  private static Offset at(List<Entry> entries, int position) {
    return offset(position == 0 ? BEGINNING : entries.get(position - 1).offset());
  }

  @Override
  public void prepareForTriggerAvailableNow() {
    pinned = feed.entries().size();
  }

  @Override
  public Offset latestOffset(Offset start, ReadLimit limit) {
    List<Entry> entries = feed.entries();
    int from = position(entries, start);
    int to = Math.max(from, Math.min(Math.min(entries.size(), pinned), from + entriesPerBatch));
    end = at(entries, to);
    return to == 0 ? null : end;
  }

  @Override
  public Offset reportLatestOffset() {
    return switch (latest) {
      case "feed" -> {
        List<Entry> entries = feed.entries();
        yield at(entries, Math.min(entries.size(), pinned));
      }
      case "end" -> end;
      case "none" -> null;
      default -> throw new IllegalArgumentException("latest is feed, end or none, not " + latest);
    };
  }

  @Override
  public InputPartition[] planInputPartitions(Offset start, Offset end) {
    List<Entry> entries = feed.entries();
    List<String> rows =
        entries.subList(position(entries, start), position(entries, end)).stream()
            .flatMap(e -> e.rows().stream())
            .map(Object::toString)
            .toList();
    return new InputPartition[] {new CdcPartition(schema, rows.toArray(String[]::new))};
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return partition -> new CdcPartitionReader((CdcPartition) partition);
  }

  @Override
  public Offset latestOffset() {
    throw new UnsupportedOperationException("Spark asks with a limit.");
  }

  @Override
  public Offset initialOffset() {
    return offset(BEGINNING);
  }

  @Override
  public Offset deserializeOffset(String json) {
    return offset(json);
  }

  @Override
  public void commit(Offset end) {}

  @Override
  public void stop() {}
}
