/** Typed options, strict parsing and the generated reference. */
@NullMarked
package io.tidegate.internal.config;

import org.jspecify.annotations.NullMarked;
