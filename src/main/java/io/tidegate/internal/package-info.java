/** Everything below promises nothing to users. */
@NullMarked
package io.tidegate.internal;

import org.jspecify.annotations.NullMarked;
