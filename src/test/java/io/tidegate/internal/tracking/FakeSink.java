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

import io.tidegate.internal.done.Delivery;
import io.tidegate.internal.done.DoneMarker;
import io.tidegate.internal.done.MarkerSink;
import io.tidegate.internal.settings.QuerySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Takes markers, or does with them what it is told to. */
final class FakeSink implements MarkerSink {
  private final List<DoneMarker> taken = new ArrayList<>();
  private Function<DoneMarker, Delivery> answers = marker -> new Delivery.Done();
  private int calls;

  void answers(Function<DoneMarker, Delivery> answer) {
    answers = answer;
  }

  /** The times of day at which the periods of the markers that were taken end, in order. */
  List<String> taken(String table) {
    return taken.stream()
        .filter(marker -> marker.row().tableName().equals(table))
        .map(marker -> marker.end().toString().substring(11, 16))
        .toList();
  }

  int calls() {
    return calls;
  }

  @Override
  public Delivery deliver(QuerySettings entry, DoneMarker marker) {
    calls++;
    Delivery answer = answers.apply(marker);
    if (answer instanceof Delivery.Done) {
      taken.add(marker);
    }
    return answer;
  }
}
