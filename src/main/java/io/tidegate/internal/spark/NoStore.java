package io.tidegate.internal.spark;

import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableSnapshot;
import io.tidegate.internal.store.VerdictStore;
import io.tidegate.internal.verdict.VerdictRow;
import java.util.List;
import java.util.Map;

/** The store of an application that tracks nothing: always empty, never written. */
final class NoStore implements VerdictStore {

  /** A table that is not there. */
  private static final class Nothing implements TableSnapshot {
    @Override
    public long version() {
      return ABSENT;
    }

    @Override
    public Map<String, VerdictRow> rows() {
      return Map.of();
    }
  }

  @Override
  public String location() {
    return "nowhere";
  }

  @Override
  public TableSnapshot read() {
    return new Nothing();
  }

  @Override
  public CommitOutcome commit(TableSnapshot base, List<VerdictRow> rows) {
    return new CommitOutcome.Committed(base);
  }
}
