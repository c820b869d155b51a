/**
 * Public values: states, codes and rules as they stand in the control table and the documentation.
 */
@NullMarked
package io.tidegate.api;

import org.jspecify.annotations.NullMarked;
