/**
 * The only threads, and what they do: runs and the slots they are handed over in, looks at queries
 * and checkpoints, the judgement of a run, and one writer that merges the reports of all runs into
 * the table. Calls to slow systems are bounded.
 */
@NullMarked
package io.tidegate.internal.tracking;

import org.jspecify.annotations.NullMarked;
