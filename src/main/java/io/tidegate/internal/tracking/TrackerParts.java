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

import io.tidegate.internal.metrics.TidegateMetrics;
import io.tidegate.internal.store.CheckpointReader;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.util.Redactor;
import io.tidegate.internal.util.Time;
import io.tidegate.internal.verdict.VerdictRow;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * What a tracker works with.
 *
 * @param store the control table; calls should be bounded, see {@link TimedStore}
 * @param recovery what bounds restarts
 * @param done where done markers go
 * @param checkpoints reads checkpoints
 * @param lookup finds queries seen late
 * @param reads where checkpoints are read
 * @param time the clocks
 * @param random jitter
 * @param metrics the figures
 * @param redactor for whatever is logged or stored
 * @param process this driver, see {@link io.tidegate.internal.util.ProcessIdentity}
 * @param knownGone whether the process a row names is known not to exist any more
 */
public record TrackerParts(
    TableStore<VerdictRow> store,
    RecoveryParts recovery,
    DoneParts done,
    CheckpointReader checkpoints,
    QueryLookup lookup,
    ReadExecutor reads,
    Time time,
    RandomGenerator random,
    TidegateMetrics metrics,
    Redactor redactor,
    String process,
    Predicate<String> knownGone) {}
