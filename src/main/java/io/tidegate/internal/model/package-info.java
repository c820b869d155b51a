/**
 * Values shared by rules, stores and shells: name patterns, field paths, committed batches, plan
 * facts.
 */
@NullMarked
package io.tidegate.internal.model;

import org.jspecify.annotations.NullMarked;
