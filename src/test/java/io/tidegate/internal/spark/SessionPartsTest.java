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
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SessionPartsTest {
  private static final HostSpark TESTED = HostSpark.of("4.2.0", "2.13.18");
  private final AtomicInteger added = new AtomicInteger();

  @Test
  void aSparkThatItWorksWithGetsThem() {
    SessionParts.add(added::incrementAndGet);

    assertThat(added).hasValue(1);
  }

  @Test
  void oneThatItCannotWorkWithIsLeftAlone() {
    SessionParts.add(() -> HostSpark.of("3.4.4", "2.12.17"), added::incrementAndGet);

    assertThat(added).hasValue(0);
  }

  @Test
  void sessionsGoOnWhereAClassOfSparksIsMissing() {
    assertThatCode(
            () ->
                SessionParts.add(
                    () -> TESTED,
                    () -> {
                      throw new NoClassDefFoundError("WriteToStream");
                    }))
        .doesNotThrowAnyException();
  }
}
