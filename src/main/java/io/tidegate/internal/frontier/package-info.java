/** Pure rules: from one committed batch to a frontier, or to the reason for none. */
@NullMarked
package io.tidegate.internal.frontier;

import org.jspecify.annotations.NullMarked;
