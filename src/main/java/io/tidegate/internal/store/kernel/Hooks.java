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
package io.tidegate.internal.store.kernel;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.hook.PostCommitHook;
import io.delta.kernel.hook.PostCommitHook.PostCommitHookType;
import io.tidegate.internal.model.OwnTable;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what Kernel leaves to do after a commit: checkpoints, which keep reading fast, and
 * checksums. The commit stands, whatever becomes of it. Thread safe.
 */
final class Hooks {
  private static final Logger LOG = LoggerFactory.getLogger(Hooks.class);

  private final Engine engine;
  private final OwnTable table;
  private final Set<PostCommitHookType> warned = EnumSet.noneOf(PostCommitHookType.class);

  Hooks(Engine engine, OwnTable table) {
    this.engine = engine;
    this.table = table;
  }

  /**
   * Runs all hooks.
   *
   * @return whether one of them began the chain of checksums, which only a newly loaded snapshot
   *     knows of
   */
  boolean run(List<PostCommitHook> hooks) {
    boolean began = false;
    for (PostCommitHook hook : hooks) {
      boolean done = run(hook);
      began |= done && hook.getType() == PostCommitHookType.CHECKSUM_FULL;
    }
    return began;
  }

  private boolean run(PostCommitHook hook) {
    try {
      hook.threadSafeInvoke(engine);
      return true;
    } catch (IOException | RuntimeException | LinkageError failed) {
      if (isFirst(hook.getType())) {
        LOG.warn(
            "Upkeep {} of the {} failed. Commits are not affected, but reading the"
                + " table gets slower. Check that the driver may write to its _delta_log; further"
                + " failures are logged at debug level.",
            hook.getType(),
            table,
            failed);
      } else {
        LOG.debug("Upkeep {} of {} failed", hook.getType(), table, failed);
      }
      return false;
    }
  }

  private boolean isFirst(PostCommitHookType type) {
    synchronized (warned) {
      return warned.add(type);
    }
  }
}
