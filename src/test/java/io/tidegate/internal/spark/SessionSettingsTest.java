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
package io.tidegate.internal.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SessionSettingsTest {
  private static final String TABLE = "spark.tidegate.queries.q.table";

  private static List<String> unseen(Map<String, String> session, Map<String, String> application) {
    return SessionSettings.unseen(new TreeMap<>(session).entrySet(), application::get);
  }

  @Test
  void whatTheApplicationHasTooIsSeen() {
    Map<String, String> application =
        Map.of(TABLE, "t", "spark.tidegate.controlTable", "/c", "spark.sql.ansi.enabled", "false");
    assertThat(unseen(Map.of(TABLE, "t", "spark.sql.ansi.enabled", "true"), application)).isEmpty();
  }

  @Test
  void whatOnlyTheSessionHasIsNotSeen() {
    assertThat(unseen(Map.of(TABLE, "t", "spark.tidegate.heartbeat", "2m"), Map.of(TABLE, "t")))
        .containsExactly("spark.tidegate.heartbeat");
  }

  @Test
  void anotherValueIsNotSeen() {
    assertThat(unseen(Map.of(TABLE, "other"), Map.of(TABLE, "t"))).containsExactly(TABLE);
  }

  @Test
  void theTextNamesAFewKeysAndNoValue() {
    List<String> keys = List.of("k1", "k2", "k3", "k4", "k5", "k6", "k7");
    assertThat(SessionSettings.text(keys))
        .contains("not seen by tidegate: k1, k2, k3, k4, k5 and 2 more. ")
        .contains("read once")
        .contains("--conf");
    assertThat(SessionSettings.text(keys.subList(0, 5))).contains("k4, k5. Its");
  }
}
