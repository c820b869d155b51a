/** What the rows of tidegate's tables are, whichever adapter keeps them. */
@NullMarked
package io.tidegate.internal.store.schema;

import org.jspecify.annotations.NullMarked;
