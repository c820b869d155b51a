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

import io.delta.kernel.exceptions.ConcurrentWriteException;
import io.delta.kernel.exceptions.InvalidTableException;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.MaxCommitRetryLimitReachedException;
import io.delta.kernel.exceptions.TableAlreadyExistsException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.exceptions.UnsupportedProtocolVersionException;
import io.delta.kernel.exceptions.UnsupportedTableFeatureException;
import io.tidegate.internal.errors.Errors;
import io.tidegate.internal.errors.StoreException;
import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.util.Causes;
import java.util.Optional;
import java.util.TreeSet;

/** Turns whatever Kernel and the storage throw into store errors. */
final class Failures {

  private final OwnTable table;
  private final TableChecks<?> checks;

  Failures(OwnTable table, TableChecks<?> checks) {
    this.table = table;
    this.checks = checks;
  }

  /**
   * The store error for something thrown. Errors of the virtual machine itself, such as running out
   * of memory, are not turned into anything and thrown on.
   */
  StoreException of(Throwable thrown) {
    if (thrown instanceof VirtualMachineError error) {
      throw error;
    }
    if (thrown instanceof StoreException known) {
      return known;
    }
    Optional<NoHardLinksException> noLinks = Causes.find(thrown, NoHardLinksException.class);
    if (noLinks.isPresent()) {
      return Errors.noPutIfAbsent(table, noLinks.get());
    }
    if (thrown instanceof UnsupportedTableFeatureException unsupported) {
      return checks.unsupported(
          "the table feature "
              + String.join(", ", new TreeSet<>(unsupported.getUnsupportedFeatures())));
    }
    if (thrown instanceof UnsupportedProtocolVersionException unsupported) {
      return checks.unsupported(
          "the protocol (reader "
              + unsupported.getMinReaderVersion()
              + ", writer "
              + unsupported.getMinWriterVersion()
              + ")");
    }
    if (isRefusal(thrown)) {
      return checks.unsupported(String.valueOf(thrown.getMessage()));
    }
    if (isCatalogManaged(thrown)) {
      return checks.catalogManaged();
    }
    if (thrown instanceof Error) {
      return Errors.unusable(table, thrown);
    }
    return Errors.unavailable(table, thrown);
  }

  /** A table in a state that somebody may repair is not refused: it is tried again. */
  private static boolean isRefusal(Throwable thrown) {
    return thrown instanceof UnsupportedOperationException
        || (thrown instanceof KernelException
            && !(thrown instanceof InvalidTableException)
            && !(thrown instanceof MaxCommitRetryLimitReachedException)
            && !(thrown instanceof ConcurrentWriteException)
            && !(thrown instanceof TableAlreadyExistsException)
            && !(thrown instanceof TableNotFoundException));
  }

  /** Kernel has no type for this refusal, which it makes while loading a snapshot. */
  private static boolean isCatalogManaged(Throwable thrown) {
    return thrown instanceof IllegalArgumentException
        && String.valueOf(thrown.getMessage()).contains("catalogManaged");
  }
}
