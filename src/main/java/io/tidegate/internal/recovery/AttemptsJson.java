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
package io.tidegate.internal.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Attempts as a JSON array of objects with snake_case keys, oldest first. What is null or false is
 * left out; fields that a newer version wrote are ignored. Thread safe.
 */
public final class AttemptsJson {
  private AttemptsJson() {}

  /** The array. */
  public static String write(List<Attempt> attempts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    attempts.forEach(attempt -> array.add(object(attempt)));
    return RecordJson.write(array);
  }

  private static ObjectNode object(Attempt attempt) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("number", attempt.number());
    object.put("id", attempt.id());
    object.put("run_id", attempt.runId());
    object.put("started_at", attempt.startedAt().toString());
    object.put("baseline", attempt.baseline());
    object.put("pending", attempt.pending());
    object.put("place_rows", attempt.placeRows());
    object.put("probe", attempt.probe() ? true : null);
    object.put("ended_at", text(attempt.endedAt()));
    object.put("outcome", text(attempt.outcome()));
    object.put("witness", attempt.witness() ? true : null);
    object.put("error_class", attempt.errorClass());
    object.put("error", attempt.error());
    object.put("application", attempt.application());
    object.put("process", attempt.process());
    object.put("seen_at", text(attempt.seenAt()));
    object.put("alive_until", text(attempt.aliveUntil()));
    object.properties().removeIf(field -> field.getValue().isNull());
    return object;
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  /**
   * The attempts of a cell, none where it is null or blank; empty where it is damaged, that is, not
   * an array of such objects.
   */
  public static Optional<List<Attempt>> read(@Nullable String cell) {
    try {
      return RecordJson.array(cell).map(AttemptsJson::attempts);
    } catch (IllegalArgumentException | DateTimeException e) {
      return Optional.empty();
    }
  }

  private static List<Attempt> attempts(JsonNode array) {
    List<Attempt> attempts = new ArrayList<>();
    for (JsonNode object : array) {
      attempts.add(attempt(object));
    }
    return List.copyOf(attempts);
  }

  private static Attempt attempt(JsonNode object) {
    Long number = whole(object, "number");
    String id = text(object, "id");
    Instant startedAt = instant(object, "started_at");
    if (number == null || id == null || startedAt == null) {
      throw new IllegalArgumentException("An attempt has a number, an id and a start.");
    }
    return Attempt.builder(number, id, startedAt)
        .runId(text(object, "run_id"))
        .baseline(whole(object, "baseline"))
        .pending(flag(object, "pending"))
        .placeRows(whole(object, "place_rows"))
        .probe(Boolean.TRUE.equals(flag(object, "probe")))
        .endedAt(instant(object, "ended_at"))
        .outcome(outcome(text(object, "outcome")))
        .witness(Boolean.TRUE.equals(flag(object, "witness")))
        .errorClass(text(object, "error_class"))
        .error(text(object, "error"))
        .application(text(object, "application"))
        .process(text(object, "process"))
        .seenAt(instant(object, "seen_at"))
        .aliveUntil(instant(object, "alive_until"))
        .build();
  }

  private static @Nullable AttemptOutcome outcome(@Nullable String name) {
    if (name == null) {
      return null;
    }
    return Arrays.stream(AttemptOutcome.values())
        .filter(outcome -> outcome.name().equals(name))
        .findFirst()
        .orElse(AttemptOutcome.OTHER);
  }

  private static @Nullable JsonNode field(JsonNode object, String name, boolean rightType) {
    JsonNode field = object.get(name);
    if (field == null || field.isNull()) {
      return null;
    }
    if (!rightType) {
      throw new IllegalArgumentException("The field " + name + " holds " + field.getNodeType());
    }
    return field;
  }

  private static @Nullable String text(JsonNode object, String name) {
    JsonNode field = field(object, name, object.path(name).isTextual());
    return field == null ? null : field.textValue();
  }

  private static @Nullable Long whole(JsonNode object, String name) {
    JsonNode at = object.path(name);
    JsonNode field = field(object, name, at.isIntegralNumber() && at.canConvertToLong());
    return field == null ? null : (Long) field.longValue();
  }

  private static @Nullable Boolean flag(JsonNode object, String name) {
    JsonNode field = field(object, name, object.path(name).isBoolean());
    return field == null ? null : (Boolean) field.booleanValue();
  }

  private static @Nullable Instant instant(JsonNode object, String name) {
    String text = text(object, name);
    return text == null ? null : Instant.parse(text);
  }
}
