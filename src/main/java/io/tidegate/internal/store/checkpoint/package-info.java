/** Reads a streaming checkpoint's logs; never writes. */
@NullMarked
package io.tidegate.internal.store.checkpoint;

import org.jspecify.annotations.NullMarked;
