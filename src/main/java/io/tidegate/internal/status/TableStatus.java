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
package io.tidegate.internal.status;

import io.tidegate.api.HoldCode;
import io.tidegate.internal.verdict.VerdictRow;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row of the control table as a reader sees it at an instant.
 *
 * @param row the row
 * @param claim what it claims
 * @param state the state, which tells a lost owner from a live one
 * @param hold why the verdict stays where it is; null where nothing holds it
 * @param at when it was looked at
 */
public record TableStatus(
    VerdictRow row, Claim claim, SeenState state, @Nullable Held hold, Instant at) {

  /**
   * Why a verdict stays where it is.
   *
   * @param code a {@link HoldCode}, or one of a newer version
   * @param reason the same in words; null where the row holds none
   * @param since since when; null where the row does not say
   */
  public record Held(String code, @Nullable String reason, @Nullable Instant since) {}

  /** The status of a row. */
  public static TableStatus of(VerdictRow row, Instant now) {
    SeenState state = SeenState.of(row, now);
    return new TableStatus(row, Claim.of(row), state, hold(row, state), now);
  }

  /** A lost owner is the first thing to know; what held its verdict before comes after it. */
  private static @Nullable Held hold(VerdictRow row, SeenState state) {
    String code = row.reasonCode();
    if (state != SeenState.LOST) {
      return code == null ? null : new Held(code, row.reason(), row.heldSince());
    }
    String before =
        code == null
            ? ""
            : " Before that its verdict was held by "
                + code
                + (row.reason() == null ? "." : ": " + row.reason());
    String reason =
        "The owner has not been seen since "
            + (row.seenAt() == null ? "its start" : row.seenAt())
            + ", no end of it is recorded, and its time to show itself ran out at "
            + row.aliveUntil()
            + "."
            + before;
    return new Held(HoldCode.LOST.name(), reason, row.aliveUntil());
  }

  /** Why the verdict stays where it is; empty where nothing holds it. */
  public Optional<Held> held() {
    return Optional.ofNullable(hold);
  }

  /** How far the claim's end lies behind now; empty while nothing is claimed. */
  public Optional<Duration> lag() {
    return Optional.ofNullable(claim.until()).map(until -> Duration.between(until, at));
  }

  /** How long ago the owner was last known to be alive; empty where that is not known. */
  public Optional<Duration> unseenFor() {
    return Optional.ofNullable(row.seenAt()).map(seen -> Duration.between(seen, at));
  }
}
