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

import io.tidegate.internal.done.MarkerSink;

/**
 * Where done markers go, and the threads on which that happens: each kind has its own, so that one
 * that hangs does not hold up the other.
 *
 * @param files writes files
 * @param fileCalls runs the calls to it
 * @param posts posts to URLs
 * @param postCalls runs the calls to it
 */
public record DoneParts(
    MarkerSink files, ReadExecutor fileCalls, MarkerSink posts, ReadExecutor postCalls) {}
