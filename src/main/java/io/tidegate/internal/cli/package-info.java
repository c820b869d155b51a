/** The command line: commands over the control table and the recovery record, without Spark. */
@NullMarked
package io.tidegate.internal.cli;

import org.jspecify.annotations.NullMarked;
