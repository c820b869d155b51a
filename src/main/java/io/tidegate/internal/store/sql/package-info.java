/** Tables by name, kept by the SQL of the application's own Spark and Delta Lake. */
@NullMarked
package io.tidegate.internal.store.sql;

import org.jspecify.annotations.NullMarked;
