/** Injected time, pauses, errors as text, redaction and the identity of this process. */
@NullMarked
package io.tidegate.internal.util;

import org.jspecify.annotations.NullMarked;
