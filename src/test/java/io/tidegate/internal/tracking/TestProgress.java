package io.tidegate.internal.tracking;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A progress by value. */
record TestProgress(
    UUID queryId,
    UUID runId,
    @Nullable String queryName,
    @Nullable Instant triggeredAt,
    long batchId,
    List<@Nullable String> endOffsets,
    @Nullable Instant watermark,
    @Nullable Instant greatestEventTime)
    implements Progress {}
