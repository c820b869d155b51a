/** Counters and per-table figures, free of any metrics library. */
@NullMarked
package io.tidegate.internal.metrics;

import org.jspecify.annotations.NullMarked;
