/** The shell: Spark's events and configuration in, wiring, plan reader, metrics out. */
@NullMarked
package io.tidegate.internal.spark;

import org.jspecify.annotations.NullMarked;
