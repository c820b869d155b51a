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

import io.tidegate.internal.store.CommitOutcome;
import io.tidegate.internal.store.TableStore;
import io.tidegate.internal.util.SystemTime;
import io.tidegate.internal.verdict.VerdictRow;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table in a file system that only Hadoop reaches. */
class HadoopStoreTest {

  /** The local disk under the scheme of a store with an atomic rename. */
  public static final class Disk extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("abfss:///");
    }

    @Override
    public String getScheme() {
      return "abfss";
    }
  }

  @Test
  void isKeptWhateverLogStoreTheApplicationNames(@TempDir Path directory) throws Exception {
    Configuration conf = new Configuration();
    conf.setClass("fs.abfss.impl", Disk.class, Disk.class);
    conf.set("io.delta.kernel.logStore.abfss.impl", "no.such.LogStore");
    String location = "abfss:" + directory.resolve("control");

    for (int version = 0; version < 3; version++) {
      TableStore<VerdictRow> store =
          KernelTableStore.verdicts(location, conf, SystemTime.INSTANCE, TestTables.ENGINE_INFO);
      VerdictRow row = VerdictRow.builder("t" + version).epoch(1).build();
      assertThat(store.commit(store.read(), List.of(row)))
          .isInstanceOf(CommitOutcome.Committed.class);
    }

    assertThat(
            KernelTableStore.verdicts(location, conf, SystemTime.INSTANCE, TestTables.ENGINE_INFO)
                .read()
                .rows())
        .containsOnlyKeys("t0", "t1", "t2");
    assertThat(Files.exists(directory.resolve("control/_delta_log/00000000000000000002.json")))
        .isTrue();
  }
}
