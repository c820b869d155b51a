/** Pure rules: the row of a table, who owns it, and how a run's report merges into it. */
@NullMarked
package io.tidegate.internal.verdict;

import org.jspecify.annotations.NullMarked;
