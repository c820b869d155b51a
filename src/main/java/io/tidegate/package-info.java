/** The names users type: the plugin, the listener and the session extension. */
@NullMarked
package io.tidegate;

import org.jspecify.annotations.NullMarked;
