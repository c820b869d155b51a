/**
 * Ports to the tables that tidegate keeps and to checkpoints, commit outcomes, and the one retry
 * loop.
 */
@NullMarked
package io.tidegate.internal.store;

import org.jspecify.annotations.NullMarked;
