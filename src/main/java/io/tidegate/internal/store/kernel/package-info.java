/** The control table kept through Delta Kernel. */
@NullMarked
package io.tidegate.internal.store.kernel;

import org.jspecify.annotations.NullMarked;
