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
package io.tidegate.internal.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.status.TableStatus;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status as one JSON object. Names are those of the control table's columns; what is not known
 * is null.
 */
final class StatusJson {
  private StatusJson() {}

  static String write(OwnTable table, Instant now, List<TableStatus> statuses) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("control_table", table.location());
    json.put("as_of", now.toString());
    var tables = json.putArray("tables");
    statuses.forEach(status -> fill(tables.addObject(), status));
    return json.toString();
  }

  private static void fill(ObjectNode json, TableStatus status) {
    VerdictRow row = status.row();
    json.put("table_name", row.tableName());
    json.put("tracked_from", text(status.claim().from()));
    json.put("finalized_until", text(status.claim().until()));
    json.put("state", status.state().name());
    json.put("lag_seconds", status.lag().map(Duration::toSeconds).orElse(null));
    json.put("reason_code", status.held().map(TableStatus.Held::code).orElse(null));
    json.put("reason", status.held().map(TableStatus.Held::reason).orElse(null));
    json.put("held_since", text(status.held().map(TableStatus.Held::since).orElse(null)));
    json.put("frontier", text(row.frontier()));
    json.put("basis", row.basis());
    json.put("seen_at", text(row.seenAt()));
    json.put("alive_until", text(row.aliveUntil()));
    json.put("epoch", row.epoch());
    json.put("query_name", row.queryName());
    json.put("query_id", row.queryId());
    json.put("checkpoint", row.checkpoint());
    json.put("run_id", row.runId());
    json.put("run_started_at", text(row.runStartedAt()));
    json.put("process", row.process());
    json.put("batch_id", row.batchId());
    json.put("end_offset", row.endOffset());
    json.put("table_version", row.tableVersion());
    json.put("epoch_from", text(row.epochFrom()));
    json.put("held_value", text(row.heldValue()));
    json.put("updated_at", text(row.updatedAt()));
    json.put("done_until", text(row.doneUntil()));
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }
}
