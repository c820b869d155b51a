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
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.settings.TidegateSettings;
import io.tidegate.internal.util.Redactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

/** The examples for each way of starting say what tidegate understands. */
class PlatformExamplesTest {
  private static final Path ROOT = Path.of(System.getProperty("tidegate.basedir"));
  private static final Path EXAMPLES = ROOT.resolve("conf-examples");
  private static final Pattern TEXT = Pattern.compile(".*(\\.(sh|ya?ml|json|conf)|/Dockerfile)");
  private static final Pattern JAR = Pattern.compile("tidegate-(\\d+\\.\\d+\\.\\d+)\\.jar");

  @TempDir private Path directory;

  private static String text(String file) throws IOException {
    return Files.readString(EXAMPLES.resolve(file));
  }

  /** What a script gives to spark-submit. */
  private List<String> submitted(String script) throws Exception {
    Path submit = directory.resolve("bin/spark-submit");
    Files.createDirectories(submit.getParent());
    Files.writeString(submit, "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$SPARK_HOME/arguments\"\n");
    assertThat(submit.toFile().setExecutable(true)).isTrue();
    Scripts.run(
        directory, Map.of("SPARK_HOME", directory.toString()), EXAMPLES.resolve(script), "app.jar");
    return Files.readAllLines(directory.resolve("arguments"));
  }

  private static Map<String, String> conf(List<String> arguments) {
    Map<String, String> conf = new TreeMap<>();
    for (int i = 0; i + 1 < arguments.size(); i++) {
      if (arguments.get(i).equals("--conf")) {
        String[] setting = arguments.get(i + 1).split("=", 2);
        conf.put(setting[0], setting[1]);
      }
    }
    return conf;
  }

  private static String value(List<String> arguments, String option) {
    return arguments.get(arguments.indexOf(option) + 1);
  }

  private static Map<String, String> strings(Object map) {
    Map<String, String> strings = new TreeMap<>();
    ((Map<?, ?>) map).forEach((key, value) -> strings.put((String) key, (String) value));
    return strings;
  }

  private static Map<String, String> strings(JsonNode object) {
    Map<String, String> strings = new TreeMap<>();
    object.properties().forEach(entry -> strings.put(entry.getKey(), entry.getValue().textValue()));
    return strings;
  }

  private static TidegateSettings parsed(Map<String, String> conf) {
    assertThat(conf).containsEntry("spark.plugins", "io.tidegate.TidegatePlugin");
    Map<String, String> all = new TreeMap<>(conf);
    all.put("spark.master", "yarn");
    return ConfigParser.parse(all, null, Redactor.standard());
  }

  private static void assertTracks(
      Map<String, String> conf, String control, String label, String table) {
    TidegateSettings settings = parsed(conf);
    assertThat(settings.controlTable()).isNotNull();
    assertThat(settings.controlTable().value()).isEqualTo(control);
    assertThat(settings.queries())
        .extracting(QuerySettings::label, QuerySettings::table)
        .containsExactly(tuple(label, table));
  }

  @Test
  void sparkSubmit() throws Exception {
    List<String> arguments = submitted("spark-submit.sh");
    assertTracks(conf(arguments), "/lake/tidegate/control", "orders", "bronze.orders");
    assertThat(value(arguments, "--jars")).matches(JAR);
    assertThat(arguments).endsWith("app.jar");
  }

  @Test
  void sparkSubmitToKubernetes() throws Exception {
    List<String> arguments = submitted("kubernetes/spark-submit.sh");
    assertTracks(
        conf(arguments),
        "abfss://lake@example.dfs.core.windows.net/tidegate/control",
        "orders",
        "silver.orders");
    assertThat(value(arguments, "--master")).startsWith("k8s://https://");
    assertThat(arguments).endsWith("app.jar");
  }

  @Test
  void connectServer() throws Exception {
    List<String> arguments = submitted("connect/start.sh");
    assertThat(value(arguments, "--class"))
        .isEqualTo("org.apache.spark.sql.connect.service.SparkConnectServer");
    assertThat(arguments).endsWith("app.jar", "spark-internal");
    assertTracks(
        SparkDefaults.read(Files.readString(Path.of(value(arguments, "--properties-file")))),
        "hdfs:///lake/tidegate/control",
        "clients",
        "connect.{name}");
  }

  @ParameterizedTest
  @CsvSource({
    "kubeflow, sparkoperator.k8s.io/v1beta2, abfss://lake@example.dfs.core.windows.net",
    "apache, spark.apache.org/v1, gs://lake"
  })
  void kubernetesOperators(String operator, String apiVersion, String lake) throws IOException {
    Map<?, ?> application = new Yaml().load(text("kubernetes/" + operator + ".yaml"));
    assertThat(application)
        .extracting("apiVersion", "kind")
        .containsExactly(apiVersion, "SparkApplication");
    Map<?, ?> spec = (Map<?, ?>) application.get("spec");
    assertTracks(
        strings(spec.get("sparkConf")), lake + "/tidegate/control", "orders", "silver.orders");
  }

  @Test
  void dockerfileAddsTheJarsOfThisVersion() throws IOException {
    List<String> instructions =
        text("kubernetes/Dockerfile").lines().filter(l -> l.matches("[A-Z]+ .*")).toList();
    assertThat(instructions)
        .extracting(l -> l.substring(0, l.indexOf(' ')))
        .containsExactly("ARG", "FROM", "COPY");
    String delta = property("delta.version");
    assertThat(instructions.get(2).split(" "))
        .contains("tidegate-" + version() + ".jar")
        .contains("delta-spark_2.13-" + delta + ".jar", "delta-storage-" + delta + ".jar")
        .endsWith("/opt/spark/jars/");
    assertThat(instructions.get(0)).endsWith(":" + property("spark.version"));
  }

  @Test
  void emr() throws IOException {
    JsonNode configurations = new ObjectMapper().readTree(text("emr/configurations.json"));
    assertThat(configurations).hasSize(1);
    assertThat(configurations.get(0).path("Classification").textValue())
        .isEqualTo("spark-defaults");
    assertTracks(
        strings(configurations.get(0).path("Properties")),
        "hdfs:///tidegate/control",
        "all",
        "streams.{name}");
  }

  @Test
  void dataproc() throws IOException {
    Map<?, ?> cluster = new Yaml().load(text("dataproc/cluster.yaml"));
    Map<?, ?> software = (Map<?, ?>) ((Map<?, ?>) cluster.get("config")).get("softwareConfig");
    Map<String, String> conf = new TreeMap<>();
    strings(software.get("properties"))
        .forEach(
            (key, value) -> {
              assertThat(key).startsWith("spark:");
              conf.put(key.substring("spark:".length()), value);
            });
    assertTracks(conf, "gs://example-lake/tidegate/control", "all", "streams.{name}");
  }

  @Test
  void databricks() throws IOException {
    JsonNode cluster = new ObjectMapper().readTree(text("databricks/cluster.json"));
    Map<String, String> conf = strings(cluster.path("spark_conf"));
    assertThat(conf).as("what init.sh gives").doesNotContainKey("spark.plugins");
    conf.put("spark.plugins", "io.tidegate.TidegatePlugin");
    assertTracks(conf, "main.ops.tidegate_control", "all", "streams.{name}");
  }

  @Test
  void everyExampleNamesTheJarOfThisVersion() throws IOException {
    int named = 0;
    try (Stream<Path> files = Files.walk(EXAMPLES)) {
      for (Path file : files.filter(f -> TEXT.matcher(f.toString()).matches()).toList()) {
        Matcher jar = JAR.matcher(Files.readString(file));
        while (jar.find()) {
          assertThat(jar.group(1)).as(file.toString()).isEqualTo(version());
          named++;
        }
      }
    }
    assertThat(named).isPositive();
  }

  private static String version() throws IOException {
    return first("<artifactId>tidegate</artifactId>\\s*<version>([^<]+)</version>");
  }

  private static String property(String name) throws IOException {
    return first("<" + Pattern.quote(name) + ">([^<]+)<");
  }

  private static String first(String expression) throws IOException {
    Matcher found = Pattern.compile(expression).matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(found.find()).as(expression).isTrue();
    return found.group(1);
  }
}
