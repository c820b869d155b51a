/**
 * The shell: Spark's events and configuration in, its queries and their plans as the rules see
 * them, the wiring and the end of an application, metrics out.
 */
@NullMarked
package io.tidegate.internal.spark;

import org.jspecify.annotations.NullMarked;
