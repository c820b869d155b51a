package io.tidegate.internal.tracking;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run as it was first seen.
 *
 * @param queryId the lineage's id
 * @param runId the run
 * @param name the query's name
 * @param startedAt when it started; for a run adopted later, when it was first seen
 * @param handle the query; null when it has yet to be looked up
 */
public record RunStart(
    UUID queryId, UUID runId, String name, Instant startedAt, @Nullable QueryHandle handle) {}
