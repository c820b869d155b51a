package io.tidegate.internal.util;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Renders errors as text that can be redacted before it is shown. */
public final class ErrorText {
  /** The longest text that is stored in a row, in characters. */
  public static final int LONGEST = 1_000;

  private ErrorText() {}

  /** The whole stack, causes included. */
  public static String stack(Throwable error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /** The class and the first line of the message, at most {@link #LONGEST} characters. */
  public static String firstLine(Throwable error) {
    return firstLine(error.toString());
  }

  /** The first line of a text that is not blank, at most {@link #LONGEST} characters. */
  public static String firstLine(String text) {
    String line = text.lines().filter(l -> !l.isBlank()).findFirst().orElse("").strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 3) + "...";
  }
}
