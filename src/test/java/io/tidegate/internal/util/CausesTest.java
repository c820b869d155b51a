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
package io.tidegate.internal.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class CausesTest {
  private final FileNotFoundException absent = new FileNotFoundException("absent");
  private final IOException failed = new IOException("failed", absent);
  private final UncheckedIOException outermost = new UncheckedIOException(failed);

  @Test
  void aChainBeginsWithTheThrowableItself() {
    assertThat(Causes.of(outermost)).containsExactly(outermost, failed, absent);
    assertThat(Causes.root(outermost)).isSameAs(absent);
    assertThat(Causes.root(absent)).isSameAs(absent);
  }

  @Test
  void theOutermostOfAClassIsFound() {
    assertThat(Causes.find(outermost, IOException.class)).containsSame(failed);
    assertThat(Causes.find(outermost, FileNotFoundException.class)).containsSame(absent);
    assertThat(Causes.find(outermost, IllegalStateException.class)).isEmpty();
  }

  @Test
  void aChainThatLeadsBackToItselfEnds() {
    Exception a = new Exception("a");
    Exception b = new Exception("b", a);
    a.initCause(b);

    assertThat(Causes.of(a)).hasSize(20).startsWith(a, b, a);
    assertThat(Causes.find(a, Error.class)).isEmpty();
  }
}
