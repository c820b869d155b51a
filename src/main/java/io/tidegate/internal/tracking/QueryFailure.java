package io.tidegate.internal.tracking;

/**
 * The error that ended a query.
 *
 * @param text error class and first line, redacted, at most 1,000 characters
 * @param contextStopping whether it only shows that the SparkContext was being stopped
 */
public record QueryFailure(String text, boolean contextStopping) {}
