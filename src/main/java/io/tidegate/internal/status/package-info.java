/** The read model: what a row of the control table tells whoever asks, and when. Pure. */
@NullMarked
package io.tidegate.internal.status;

import org.jspecify.annotations.NullMarked;
