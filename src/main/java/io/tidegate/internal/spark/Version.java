package io.tidegate.internal.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this jar. */
final class Version {
  private static final String RESOURCE = "/io/tidegate/version.properties";

  private Version() {}

  static String of() {
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return properties.getProperty("version", "unknown");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
