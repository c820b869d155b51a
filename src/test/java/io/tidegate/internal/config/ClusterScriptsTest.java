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
package io.tidegate.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts that prepare a cluster's machines put the jar and the plugin where they say. */
class ClusterScriptsTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("tidegate.basedir"), "conf-examples");
  private static final String PLUGIN = "io.tidegate.TidegatePlugin";

  /** The form of a driver's configuration at Databricks, with one setting. */
  private static final Pattern WRITTEN =
      Pattern.compile("\\[driver] \\{\n  \"spark\\.plugins\" = \"([^\"]*)\"\n}\n");

  @TempDir private Path directory;
  private Path jar;
  private Path databricks;

  @BeforeEach
  void jar() throws IOException {
    jar = Files.writeString(directory.resolve("tidegate-0.1.0.jar"), "a jar");
    databricks = directory.resolve("databricks");
  }

  private void databricksInit(String isDriver) throws Exception {
    Scripts.run(
        directory,
        Map.of(
            "TIDEGATE_JAR", jar.toString(),
            "DATABRICKS_ROOT", databricks.toString(),
            "DB_IS_DRIVER", isDriver),
        EXAMPLES.resolve("databricks/init.sh"));
    assertThat(databricks.resolve("jars/tidegate-0.1.0.jar")).hasContent("a jar");
  }

  private String databricksPlugins() throws IOException {
    Matcher written =
        WRITTEN.matcher(Files.readString(databricks.resolve("driver/conf/00-00-tidegate.conf")));
    assertThat(written.matches()).isTrue();
    return written.group(1);
  }

  private void databricksConf(String file, String line) throws IOException {
    Path conf = Files.createDirectories(databricks.resolve("driver/conf"));
    Files.writeString(conf.resolve(file), "[driver] {\n  " + line + "\n}\n");
  }

  @Test
  void databricksDriverGetsThePluginOnce() throws Exception {
    databricksInit("TRUE");
    assertThat(databricksPlugins()).isEqualTo(PLUGIN);
    databricksInit("TRUE");
    assertThat(databricksPlugins()).isEqualTo(PLUGIN);
  }

  @Test
  void databricksPluginsOfOtherScriptsStay() throws Exception {
    databricksConf("00-custom-spark-driver-defaults.conf", "\"spark.plugins\" = \"a.B, c.D\"");
    databricksConf("99-spark.conf", "\"spark.plugins\" = \"loses.To\"");
    databricksInit("TRUE");
    assertThat(databricksPlugins()).isEqualTo("a.B, c.D," + PLUGIN);
    databricksInit("TRUE");
    assertThat(databricksPlugins()).isEqualTo("a.B, c.D," + PLUGIN);
  }

  @Test
  void databricksExecutorsGetNoConfiguration() throws Exception {
    databricksInit("FALSE");
    assertThat(databricks.resolve("driver")).doesNotExist();
  }

  private void bootstrap(String attempts) throws Exception {
    Scripts.run(
        directory,
        Map.of(
            "COPY",
            "cp",
            "SPARK_JARS",
            directory.resolve("spark/jars").toString(),
            "TMPDIR",
            directory.toString(),
            "LOG",
            directory.resolve("log").toString(),
            "ATTEMPTS",
            attempts,
            "PAUSE",
            "0.05"),
        EXAMPLES.resolve("emr/bootstrap.sh"),
        jar.toString());
  }

  @Test
  void emrGetsTheJarWhenSparkIsThere() throws Exception {
    bootstrap("600");
    Path jars = Files.createDirectories(directory.resolve("spark/jars"));
    Files.createFile(jars.resolve("spark-core_2.13-4.2.0.jar"));
    await().untilAsserted(() -> assertThat(jars.resolve("tidegate-0.1.0.jar")).hasContent("a jar"));
  }

  @Test
  void emrWithoutSparkGivesUp() throws Exception {
    bootstrap("1");
    await()
        .untilAsserted(
            () ->
                assertThat(Files.readString(directory.resolve("log")))
                    .contains("no Spark came to be in", "tidegate's jar is not there"));
  }

  @Test
  void dataprocGetsTheJarThatTheMetadataNames() throws Exception {
    Path jars = Files.createDirectories(directory.resolve("jars"));
    Path metadata =
        Files.writeString(
            directory.resolve("metadata"),
            "[ \"$1\" = attributes/tidegate-jar ] && echo '" + jar + "'\n");
    Scripts.run(
        directory,
        Map.of("METADATA", "sh " + metadata, "COPY", "cp", "SPARK_JARS", jars.toString()),
        EXAMPLES.resolve("dataproc/init.sh"));
    assertThat(jars.resolve("tidegate-0.1.0.jar")).hasContent("a jar");
  }
}
