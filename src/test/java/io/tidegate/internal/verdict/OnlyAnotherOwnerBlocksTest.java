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
package io.tidegate.internal.verdict;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidegate.api.HoldCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OnlyAnotherOwnerBlocksTest {
  @ParameterizedTest
  @EnumSource(
      names = {"CONFLICT", "FENCED"},
      mode = EnumSource.Mode.EXCLUDE)
  void withOneOfTwoCodes(HoldCode code) {
    assertThatThrownBy(() -> new Merged.Blocked(code, "why"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("No other owner blocks with " + code + ".");
  }
}
