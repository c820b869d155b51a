/** Typed, validated settings as records. */
@NullMarked
package io.tidegate.internal.settings;

import org.jspecify.annotations.NullMarked;
