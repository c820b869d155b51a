/** The only threads: one slot per run, one writer, bounded calls to slow systems. */
@NullMarked
package io.tidegate.internal.tracking;

import org.jspecify.annotations.NullMarked;
