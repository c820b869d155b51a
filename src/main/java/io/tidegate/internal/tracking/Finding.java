package io.tidegate.internal.tracking;

import io.tidegate.internal.model.CommittedBatch;
import io.tidegate.internal.model.QueryPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one look at a query and its checkpoint found.
 *
 * @param handle the query; null when it could not be found any more
 * @param plan its plan
 * @param checkpoint its qualified checkpoint path; null when not known
 * @param hasState whether the checkpoint holds operator state
 * @param batch the newest committed batch that could be read; null when there is none
 * @param startedAtZero whether no batch had been committed when the run started; false also when
 *     that is not known
 * @param unreadable why no newer batch could be read, in a sentence; null when nothing stood in the
 *     way
 * @param notes what is odd about the checkpoint, for the log
 */
record Finding(
    @Nullable QueryHandle handle,
    QueryPlan plan,
    @Nullable String checkpoint,
    boolean hasState,
    @Nullable CommittedBatch batch,
    boolean startedAtZero,
    @Nullable String unreadable,
    List<String> notes) {
  Finding {
    notes = List.copyOf(notes);
  }
}
