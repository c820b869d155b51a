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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidegate.internal.util.Redactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** The examples of what starts a stream again do what their comments say. */
class SupervisorExamplesTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("tidegate.basedir"), "conf-examples/supervisors");

  @Test
  void kubernetesOperator() throws IOException {
    Map<?, ?> application =
        new Yaml().load(Files.readString(EXAMPLES.resolve("kubernetes-operator.yaml")));
    Map<?, ?> spec = (Map<?, ?>) application.get("spec");
    assertThat((Map<?, ?>) spec.get("restartPolicy")).extracting("type").isEqualTo("Always");
    Map<String, String> conf = new TreeMap<>();
    ((Map<?, ?>) spec.get("sparkConf")).forEach((k, v) -> conf.put((String) k, (String) v));
    accepts(conf);
  }

  @Test
  void databricksJob() throws IOException {
    JsonNode job =
        new ObjectMapper().readTree(Files.readString(EXAMPLES.resolve("databricks-job.json")));
    JsonNode given = job.path("tasks").path(0).path("new_cluster").path("spark_conf");
    Map<String, String> conf = new TreeMap<>();
    given.properties().forEach(entry -> conf.put(entry.getKey(), entry.getValue().asText()));
    accepts(conf);
  }

  private static void accepts(Map<String, String> conf) {
    assertThat(conf).containsEntry("spark.plugins", "io.tidegate.TidegatePlugin");
    conf.put("spark.master", "k8s://cluster");
    assertThat(ConfigParser.parse(conf, null, Redactor.standard()).queries())
        .singleElement()
        .satisfies(entry -> assertThat(entry.recovery().enabled()).isTrue());
  }

  @Test
  void restartLoopStartsAgainUntilRefused(@TempDir Path directory) throws Exception {
    assertThat(exitCode(directory, "1 137 1 3 0")).isEqualTo(3);
    assertThat(Files.readAllLines(directory.resolve("runs"))).hasSize(4);
  }

  @Test
  void restartLoopEndsWithAGoodEnd(@TempDir Path directory) throws Exception {
    assertThat(exitCode(directory, "1 0 1")).isZero();
    assertThat(Files.readAllLines(directory.resolve("runs"))).hasSize(2);
  }

  /** Of a loop around an application that ends with these codes, one after another. */
  private static int exitCode(Path directory, String codes) throws Exception {
    Path app = directory.resolve("app");
    Files.writeString(
        app, "echo run >> runs; set -- 0 " + codes + "; shift $(wc -l < runs); exit $1\n");
    ProcessBuilder loop =
        new ProcessBuilder(
                List.of(EXAMPLES.resolve("restart-loop").toString(), "sh", app.toString()))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("output").toFile());
    loop.environment().put("PAUSE", "0");
    Process process = loop.start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }
}
