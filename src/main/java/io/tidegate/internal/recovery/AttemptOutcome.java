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
package io.tidegate.internal.recovery;

/**
 * How an attempt ended, as it was recorded when it did. Names are stable: they stand in the record.
 */
public enum AttemptOutcome {
  /** It was stopped, completed, or its driver was asked to end. */
  STOPPED,
  /** Its SparkContext was stopped under it. */
  CONTEXT_STOPPING,
  /** It failed with an exception of its own. */
  FAILED,
  /** It failed with an error that the settings of that time exempted. */
  EXEMPT,
  /** The same, with Spark's word that another run uses the checkpoint. */
  CONCURRENT,
  /** A newer version recorded an outcome that this one does not know. */
  OTHER
}
