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
package io.tidegate.internal.store.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopFilesTest {
  @TempDir Path root;

  private final Configuration conf = FaultyFileSystem.configuration();

  @BeforeEach
  void defaultFileSystem() {
    conf.set("fs.defaultFS", "faulty:///");
  }

  @Test
  void aFileLocalToTheDriverComesFirst() throws IOException {
    Path file = Files.writeString(root.resolve("tide gate%20é.conf"), "tidegate {}\n");
    Files.write(root.resolve(".tide gate%20é.conf.crc"), new byte[] {1, 2, 3});

    assertThat(HadoopFiles.readText(file.toString(), conf)).isEqualTo("tidegate {}\n");
    assertThat(HadoopFiles.readText("file:" + file, conf)).isEqualTo("tidegate {}\n");
    assertThat(FaultyFileSystem.CALLS).isEmpty();
  }

  @Test
  void aSchemeIsObeyed() throws IOException {
    Path file = Files.writeString(root.resolve("tidegate.conf"), "tidegate {}");

    assertThat(HadoopFiles.readText("faulty:" + file, conf)).isEqualTo("tidegate {}");
    assertThat(FaultyFileSystem.CALLS).containsExactly("open tidegate.conf");
  }

  @Test
  void otherwiseTheDefaultFileSystemIsAsked() {
    Path file = root.resolve("absent.conf");

    assertThatThrownBy(() -> HadoopFiles.readText(file.toString(), conf))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "there is no file " + file + " local to the driver, and none at faulty:" + file);
    assertThat(FaultyFileSystem.CALLS).containsExactly("open absent.conf");
    assertThatThrownBy(() -> HadoopFiles.readText("file:" + file, conf))
        .hasMessage("there is no file file:" + file);
  }

  @Test
  void whatIsNoSmallTextFileIsRefused() throws IOException {
    Path large = Files.write(root.resolve("large.conf"), new byte[(1 << 20) + 1]);
    Path binary = Files.write(root.resolve("binary.conf"), new byte[] {(byte) 0xFF});
    Path most = Files.write(root.resolve("most.conf"), new byte[1 << 20]);

    assertThat(HadoopFiles.readText(most.toString(), conf)).hasSize(1 << 20);
    assertThatThrownBy(() -> HadoopFiles.readText(large.toString(), conf))
        .isInstanceOf(IOException.class)
        .hasMessage(large + " is larger than 1 MiB");
    assertThatThrownBy(() -> HadoopFiles.readText(binary.toString(), conf))
        .isInstanceOf(IOException.class)
        .hasMessage(binary + " is not UTF-8 text");
    assertThatThrownBy(() -> HadoopFiles.readText("file:" + root, conf))
        .isInstanceOf(IOException.class)
        .hasMessage("there is no file file:" + root);
    assertThatThrownBy(() -> HadoopFiles.readText("", conf))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(" is not a path that can be read: ");
  }
}
