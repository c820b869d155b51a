/** Injected time, redaction and the identity of this process. */
@NullMarked
package io.tidegate.internal.util;

import org.jspecify.annotations.NullMarked;
