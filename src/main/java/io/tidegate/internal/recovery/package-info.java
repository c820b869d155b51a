/**
 * Pure rules: the record of a lineage's attempts, how they count, and whether it may start again.
 */
@NullMarked
package io.tidegate.internal.recovery;

import org.jspecify.annotations.NullMarked;
