package io.tidegate.internal.spark;

import java.util.List;

/**
 * Recognises errors that a running query meets because its SparkContext is being stopped. They say
 * that only together with a context that is stopped: by themselves some of them mean other things.
 */
final class ContextStop {
  private static final int DEEPEST = 20;
  private static final List<String> SIGNATURES =
      List.of(
          "SparkContext was shut down",
          "stopped SparkContext",
          "SparkContext has been shutdown",
          "SparkContext.dagScheduler()");
  private static final List<String> INTERRUPTIONS =
      List.of(
          "java.lang.InterruptedException",
          "java.io.InterruptedIOException",
          "java.nio.channels.ClosedByInterruptException");

  private ContextStop() {}

  /** Whether the error or one of its causes is such an error. */
  static boolean shows(Throwable error) {
    Throwable at = error;
    for (int depth = 0; at != null && depth < DEEPEST; depth++) {
      String message = String.valueOf(at.getMessage());
      if (SIGNATURES.stream().anyMatch(message::contains)
          || INTERRUPTIONS.contains(at.getClass().getName())) {
        return true;
      }
      at = at.getCause();
    }
    return false;
  }
}
