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

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A streaming source over a {@link CdcFeed}, whose offsets are the texts of the feed. Options:
 *
 * <ul>
 *   <li>{@code feed}: the feed's directory
 *   <li>{@code schema}: columns as DDL; {@code id BIGINT, event_time TIMESTAMP, value STRING} by
 *       default
 *   <li>{@code entriesPerBatch}: 1 by default
 *   <li>{@code latest}: what it reports as its latest offset: {@code feed} (the newest entry, by
 *       default), {@code end} (the batch's own end) or {@code none}
 * </ul>
 */
public final class CdcSourceProvider implements TableProvider {
  /** The schema where none is given. */
  public static final String DEFAULT_SCHEMA = "id BIGINT, event_time TIMESTAMP, value STRING";

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return StructType.fromDDL(options.getOrDefault("schema", DEFAULT_SCHEMA));
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return new CdcTable(schema, new CaseInsensitiveStringMap(properties));
  }

  private record CdcTable(StructType schema, CaseInsensitiveStringMap options)
      implements SupportsRead {
    @Override
    public String name() {
      return "cdc";
    }

    @Override
    public Set<TableCapability> capabilities() {
      return Set.of(TableCapability.MICRO_BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
      return () -> new CdcScan(schema, options);
    }
  }

  private record CdcScan(StructType schema, CaseInsensitiveStringMap options) implements Scan {
    @Override
    public StructType readSchema() {
      return schema;
    }

    @Override
    public MicroBatchStream toMicroBatchStream(String checkpointLocation) {
      return new CdcStream(
          CdcFeed.at(Path.of(options.get("feed"))),
          schema,
          options.getInt("entriesPerBatch", 1),
          options.getOrDefault("latest", "feed"));
    }
  }
}
