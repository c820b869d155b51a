/*
 * Copyright 2026 The Tidegate authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.tidegate.internal.tracking;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/** What the tracker logs while this is open; nothing of it reaches the console. */
final class Logged implements AutoCloseable {
  private static final String NAME = "io.tidegate.internal.tracking";

  private final Lines lines;

  private static final class Lines extends AbstractAppender {
    private final List<LogEvent> events = new CopyOnWriteArrayList<>();
    private final String containing;

    Lines(String containing) {
      super("lines", null, null, true, Property.EMPTY_ARRAY);
      this.containing = containing;
    }

    @Override
    public void append(LogEvent event) {
      if (event.getMessage().getFormattedMessage().contains(containing)) {
        events.add(event.toImmutable());
      }
    }
  }

  Logged() {
    this("");
  }

  /** Keeps only lines with this in them. */
  Logged(String containing) {
    lines = new Lines(containing);
    lines.start();
    configure(Level.INFO, lines);
  }

  /** Tests provoke errors by the hundred: none of them is printed. */
  static void nothing() {
    configure(Level.OFF, null);
  }

  private static void configure(Level level, Lines to) {
    LoggerContext context = LoggerContext.getContext(false);
    LoggerConfig config = new LoggerConfig(NAME, level, false);
    if (to != null) {
      config.addAppender(to, null, null);
    }
    context.getConfiguration().removeLogger(NAME);
    context.getConfiguration().addLogger(NAME, config);
    context.updateLoggers();
  }

  /** The messages of a level, in order. */
  List<String> at(Level level) {
    return lines.events.stream()
        .filter(event -> event.getLevel() == level)
        .map(event -> event.getMessage().getFormattedMessage())
        .toList();
  }

  List<String> errors() {
    return at(Level.ERROR);
  }

  List<String> warnings() {
    return at(Level.WARN);
  }

  @Override
  public void close() {
    nothing();
    lines.stop();
  }
}
