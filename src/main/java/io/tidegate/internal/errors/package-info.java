/** Error factories: one stable code each, and messages that say what, why and what to do. */
@NullMarked
package io.tidegate.internal.errors;

import org.jspecify.annotations.NullMarked;
