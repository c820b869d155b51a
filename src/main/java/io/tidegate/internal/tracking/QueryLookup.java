package io.tidegate.internal.tracking;

import java.util.Optional;
import java.util.UUID;

/** Finds queries of this application by their ids. Thread safe. */
public interface QueryLookup {
  /** The query, if it is known to run, or to have been started, with exactly this run. */
  Optional<QueryHandle> find(UUID queryId, UUID runId);
}
