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
package io.tidegate.internal.spark;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Quiets the libraries inside the jar. Delta Kernel logs some twenty lines for each commit, which
 * would bury the application's own; whatever fails is reported by tidegate itself.
 */
public final class KernelLogs {
  private static final Logger LOG = LoggerFactory.getLogger(KernelLogs.class);
  private static final String SHADED = "io.tidegate.shaded";

  private KernelLogs() {}

  /** Lets only errors through, unless the logging configuration names these libraries itself. */
  public static void quiet() {
    try {
      if (LogManager.getContext(false) instanceof LoggerContext context
          && !context.getConfiguration().getLoggerConfig(SHADED).getName().startsWith(SHADED)) {
        Configurator.setLevel(SHADED, Level.ERROR);
      }
    } catch (LinkageError | RuntimeException e) {
      LOG.debug("The host does not log through log4j 2: its own settings apply.", e);
    }
  }
}
