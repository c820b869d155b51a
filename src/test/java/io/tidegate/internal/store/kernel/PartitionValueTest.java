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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.BasePrimitiveType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.StructField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionValueTest {

  private static boolean matches(String type, String filter, String logged)
      throws UncountableException {
    DataType of =
        type.equals("decimal") ? new DecimalType(20, 3) : BasePrimitiveType.createPrimitive(type);
    return PartitionValue.of(new StructField("p", of, true), filter).matches(logged);
  }

  @ParameterizedTest
  @CsvSource({
    "string, a b, a b",
    "byte, 07, 7",
    "short, +7, 7",
    "integer, -7, -7",
    "long, 007, 7",
    "float, 1e10, 1.0E10",
    "double, 0.50, 0.5",
    "double, NaN, NaN",
    "decimal, 1.5, 1.500",
    "decimal, 100, 1E2",
    "boolean, TRUE, true",
    "date, 2026-10-01, 2026-10-01",
    "timestamp, 2026-10-01T11:00:00Z, 2026-10-01T11:00:00.000000Z",
    "timestamp, 2026-10-01 16:45:00+05:45, 2026-10-01T11:00:00.000000Z",
    "timestamp, 2026-10-01 11:00:00.0, 2026-10-01 11:00:00",
    "timestamp_ntz, 2026-10-01T11:00, 2026-10-01 11:00:00",
    "binary, ab, ab",
  })
  void equalValuesMatchHoweverTheyAreWritten(String type, String filter, String logged)
      throws Exception {
    assertThat(matches(type, filter, logged)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "string, 7, 07",
    "string, A, a",
    "string, a, 'a '",
    "integer, 7, 8",
    "boolean, true, false",
    "date, 2026-10-01, 2026-10-02",
    "timestamp, 2026-10-01T11:00:00Z, 2026-10-01T11:00:00.000001Z",
    "timestamp, 2026-10-01 11:00:00, 2026-10-01 12:00:00",
  })
  void othersDoNot(String type, String filter, String logged) throws Exception {
    assertThat(matches(type, filter, logged)).isFalse();
  }

  @Test
  void onlyNullIsNull() throws Exception {
    assertThat(matches("date", "", null)).isTrue();
    assertThat(matches("string", "", "")).isTrue();
    assertThat(matches("integer", "", "0")).isFalse();
    assertThat(matches("string", "null", null)).isFalse();
    assertThat(matches("integer", "0", null)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "integer, a",
    "boolean, yes",
    "date, 2026-1-1",
    "decimal, x",
    "timestamp, 2026-10-01",
    "timestamp, 11:00Z"
  })
  void aFilterHoldsAValueOfItsColumn(String type, String filter) {
    assertThatThrownBy(() -> matches(type, filter, "x"))
        .isInstanceOf(UncountableException.class)
        .hasMessageMatching(
            "(?i)the value of 'p' in its filter is no "
                + (type.equals("integer") ? "INT" : type)
                + "(\\(20,3\\))?[.] Correct the filter in recovery[.]places[.]");
  }

  @Test
  void aLogThatHoldsNoneIsNotCounted() {
    assertThatThrownBy(() -> matches("integer", "7", "seven"))
        .hasMessage(
            "the log gives 'p' a value that is no INT. Take the filter or the table out of"
                + " recovery.places.");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-10-01 11:00:00, 2026-10-01T11:00:00.000000Z",
    "2026-10-01T11:00:00Z, 2026-10-01 11:00:00"
  })
  void aTimeWithoutAZoneIsNotComparedToAnInstant(String filter, String logged) {
    assertThatThrownBy(() -> matches("timestamp", filter, logged))
        .hasMessage(
            "'p' is "
                + logged
                + " in the log and "
                + filter
                + " in the filter, of which one has a zone and the other has none. Write it in the"
                + " filter as the log does.");
  }
}
