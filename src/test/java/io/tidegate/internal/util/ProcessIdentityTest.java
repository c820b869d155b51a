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

import java.io.IOException;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessIdentityTest {
  private static final ProcessIdentity SELF = ProcessIdentity.current();

  @Test
  void itsTextReadsBack() {
    assertThat(ProcessIdentity.parse(SELF.toString())).contains(SELF);
    assertThat(SELF.pid()).isEqualTo(ProcessHandle.current().pid());
    ProcessIdentity unknown = new ProcessIdentity("?", "?", 7, -1);
    assertThat(unknown).hasToString("boot=? pidns=? pid=7 start=-1");
    assertThat(ProcessIdentity.parse("boot=? pidns=? pid=7 start=-1")).contains(unknown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "boot=a pidns=b pid=7",
        "boot=a pidns=b pid=-7 start=1",
        "boot=a pidns=b pid=99999999999999999999 start=1",
        "boot=a pidns=b pid=7 start=1 more",
        "boot= pidns=b pid=7 start=1"
      })
  void anyOtherTextIsNoProcess(String text) {
    assertThat(ProcessIdentity.parse(text)).isEmpty();
    assertThat(ProcessIdentity.knownGone(text)).isFalse();
  }

  @Test
  void thisProcessIsNotGone() {
    assertThat(ProcessIdentity.knownGone(SELF.toString())).isFalse();
  }

  @Test
  void aProcessThatHasEndedIsGone() throws IOException, InterruptedException {
    Process child = new ProcessBuilder("sleep", "60").start();
    String name = new ProcessIdentity(SELF.bootId(), SELF.namespace(), child.pid(), -1).toString();
    assertThat(ProcessIdentity.knownGone(name)).isFalse();
    child.destroyForcibly();
    child.waitFor();
    assertThat(ProcessIdentity.knownGone(name)).isTrue();
  }

  @Test
  void aPidThatWasGivenAgainIsAnotherProcess() {
    ProcessIdentity earlier =
        new ProcessIdentity(SELF.bootId(), SELF.namespace(), SELF.pid(), SELF.startTicks() + 1);
    assertThat(ProcessIdentity.knownGone(earlier.toString())).isTrue();
    ProcessIdentity withoutStart =
        new ProcessIdentity(SELF.bootId(), SELF.namespace(), SELF.pid(), -1);
    assertThat(ProcessIdentity.knownGone(withoutStart.toString())).isFalse();
  }

  @Test
  void nothingIsKnownOfAnotherMachineOrContainer() {
    long free = 4_194_304L + 17;
    assertThat(
            ProcessIdentity.knownGone(
                new ProcessIdentity("another", SELF.namespace(), free, 1).toString()))
        .isFalse();
    assertThat(
            ProcessIdentity.knownGone(
                new ProcessIdentity(SELF.bootId(), "another", free, 1).toString()))
        .isFalse();
    assertThat(ProcessIdentity.knownGone(new ProcessIdentity("?", "?", free, 1).toString()))
        .isFalse();
  }

  @Test
  void noHostNameIsPartOfIt() throws IOException {
    assertThat(SELF.toString()).doesNotContain(InetAddress.getLocalHost().getHostName());
  }
}
