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
import io.tidegate.internal.util.Time;

/**
 * What reads and commits of one table share.
 *
 * @param location the table's path
 * @param shown the same as it may be shown
 * @param engineInfo who writes, for the table's history
 */
record StoreParts(
    Engine engine,
    String location,
    String shown,
    Time time,
    String engineInfo,
    TableReader reader,
    Failures failures,
    Hooks hooks,
    DeadFiles deadFiles) {

  static StoreParts of(Engine engine, String location, String shown, Time time, String engineInfo) {
    TableChecks checks = new TableChecks(shown);
    return new StoreParts(
        engine,
        location,
        shown,
        time,
        engineInfo,
        new TableReader(engine, location, shown, checks),
        new Failures(shown, checks),
        new Hooks(engine, shown),
        new DeadFiles(engine, time, shown));
  }
}
