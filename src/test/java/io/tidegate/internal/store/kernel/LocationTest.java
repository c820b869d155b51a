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

import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.util.SystemTime;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class LocationTest {
  private static final OwnTable.Kind CONTROL = OwnTable.Kind.CONTROL;

  private final Configuration conf = new Configuration(false);

  private String shown(String location) {
    return KernelTableStore.verdicts(location, conf, SystemTime.INSTANCE, "x").table().location();
  }

  @Test
  void aLocationWithoutASchemeIsInTheDefaultFileSystem() {
    assertThat(shown("/x/control")).isEqualTo("file:/x/control");
    conf.set("fs.defaultFS", "hdfs://nameservice1");
    assertThat(shown("/x/control")).isEqualTo("hdfs://nameservice1/x/control");
    assertThat(shown("file:///x/control")).isEqualTo("file:/x/control");
    assertThat(shown("abfss://c@a.dfs.core.windows.net/x/"))
        .isEqualTo("abfss://c@a.dfs.core.windows.net/x");
  }

  @Test
  void aRelativeLocationStartsInTheWorkingDirectory() {
    assertThat(
            KernelTableStore.verdicts("x/control", new Configuration(), SystemTime.INSTANCE, "x")
                .table()
                .location())
        .isEqualTo("file:" + Path.of("").toAbsolutePath() + "/x/control");
  }

  @Test
  void aPasswordIsNotShown() {
    assertThat(shown("s3a://key:topsecret@bucket/x"))
        .startsWith("s3a://")
        .endsWith("@bucket/x")
        .doesNotContain("topsecret");
  }

  @Test
  void s3IsWarnedOf() {
    assertThat(KernelTableStore.storageWarning(CONTROL, "s3a://bucket/control", conf))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .startsWith("The control table s3a://bucket/control is on S3, where")
                    .contains("two applications may overwrite each other's rows"));
    conf.set("fs.defaultFS", "s3n://bucket");
    assertThat(KernelTableStore.storageWarning(CONTROL, "/control", conf)).isPresent();
    conf.set("io.delta.kernel.logStore.s3a.impl", "io.delta.storage.S3DynamoDBLogStore");
    assertThat(KernelTableStore.storageWarning(CONTROL, "s3a://bucket/control", conf)).isPresent();
  }

  @Test
  void otherStoresAreNot() {
    assertThat(KernelTableStore.storageWarning(CONTROL, "/x", conf)).isEmpty();
    assertThat(KernelTableStore.storageWarning(CONTROL, "hdfs://n/x", conf)).isEmpty();
    assertThat(KernelTableStore.storageWarning(CONTROL, "abfss://c@a/x", conf)).isEmpty();
  }
}
