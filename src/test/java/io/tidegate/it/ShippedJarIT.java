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
package io.tidegate.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is in the jar that users put on their class path, beside Spark's own. */
class ShippedJarIT {
  private static final Path BASELINE =
      Shipped.basedir().resolve("src/test/resources/shipped-jar-packages.txt");
  private static final long MOST_BYTES = 14_500_000;

  /** Names of classes that are relocated, as they stand where they are not. */
  private static final Pattern UNRELOCATED =
      Pattern.compile(
          "(?<!io/tidegate/shaded/)(?<!io/tidegate/shaded/shaded/)(?<![\\w/])L?"
              + "(io/delta/(kernel|storage)/|org/apache/parquet/|shaded/parquet/"
              + "|org/locationtech/jts/|com/typesafe/config/|picocli/)[A-Za-z]");

  private static JarFile jar;
  private static List<String> entries;

  @BeforeAll
  static void open() throws IOException {
    jar = new JarFile(Shipped.jar().toFile());
    entries = jar.stream().filter(e -> !e.isDirectory()).map(ZipEntry::getName).toList();
  }

  @AfterAll
  static void close() throws IOException {
    jar.close();
  }

  @Test
  void packagesAreThoseOfTheBaseline() throws IOException {
    TreeSet<String> packages = new TreeSet<>();
    for (String entry : classes()) {
      packages.add(entry.substring(0, entry.lastIndexOf('/')).replace('/', '.'));
    }
    Path found = Files.createDirectories(Shipped.scratch("ShippedJarIT")).resolve("packages.txt");
    Files.write(found, packages);
    assertThat(packages)
        .as("packages in the jar. If they are meant to be there, copy %s to %s", found, BASELINE)
        .containsExactlyElementsOf(Files.readAllLines(BASELINE));
  }

  @Test
  void allClassesAreOurs() {
    assertThat(classes()).isNotEmpty().allMatch(c -> c.startsWith("io/tidegate/"));
    assertThat(entries).noneMatch(e -> e.contains("module-info") || e.contains("/versions/"));
    assertThat(entries).filteredOn(e -> !e.contains("/")).allMatch(e -> e.equals("reference.conf"));
  }

  @Test
  void noEntryIsThereTwice() {
    assertThat(entries).doesNotHaveDuplicates();
  }

  @Test
  void noClassRefersToWhatIsRelocatedByItsOldName() throws IOException {
    for (String entry : classes()) {
      assertThat(UNRELOCATED.matcher(text(entry)).results().map(r -> r.group()).toList())
          .as(entry)
          .isEmpty();
    }
  }

  @Test
  void logStoreKeysKeepTheirName() throws IOException {
    String provider =
        "io/tidegate/shaded/io/delta/kernel/defaults/internal/logstore/LogStoreProvider.class";
    assertThat(text(provider))
        .contains("io.delta.kernel.logStore.")
        .doesNotContain("shaded.io.delta.kernel.logStore.");
  }

  @Test
  void servicesNameClassesOfTheJar() throws IOException {
    List<String> services =
        entries.stream().filter(e -> e.startsWith("META-INF/services/")).toList();
    assertThat(services).isNotEmpty().allMatch(s -> s.contains("/io.tidegate."));
    for (String service : services) {
      assertThat(text(service).lines().filter(l -> !l.isBlank()))
          .as(service)
          .isNotEmpty()
          .allMatch(c -> entries.contains(c.replace('.', '/') + ".class"));
    }
  }

  @Test
  void licencesAreThere() throws IOException {
    assertThat(text("META-INF/LICENSE")).isEqualTo(Files.readString(root("LICENSE")));
    assertThat(text("META-INF/NOTICE")).isEqualTo(Files.readString(root("NOTICE")));
    assertThat(text("META-INF/licenses/THIRD-PARTY.txt"))
        .contains("Delta Kernel", "Apache Parquet", "Jackson", "JTS", "Typesafe Config");
    assertThat(text("META-INF/licenses/THIRD-PARTY.txt").split("\\s+"))
        .filteredOn(word -> word.startsWith("META-INF/"))
        .isNotEmpty()
        .allSatisfy(named -> assertThat(entries).contains(named));
  }

  @Test
  void manifestSaysWhatItIs() throws IOException {
    Attributes manifest = jar.getManifest().getMainAttributes();
    assertThat(manifest.getValue("Implementation-Title")).isEqualTo("Tidegate");
    assertThat(Shipped.jar().getFileName())
        .hasToString("tidegate-" + manifest.getValue("Implementation-Version") + ".jar");
    assertThat(manifest.getValue("Automatic-Module-Name")).isEqualTo("io.tidegate");
    assertThat(manifest.getValue("Built-By")).isNull();
  }

  @Test
  void sizeIsWithinItsLimit() throws IOException {
    assertThat(Files.size(Shipped.jar())).isLessThan(MOST_BYTES);
  }

  private static List<String> classes() {
    return entries.stream().filter(e -> e.endsWith(".class")).toList();
  }

  private static Path root(String name) {
    return Shipped.basedir().resolve(name);
  }

  /** The bytes of an entry, one character each. */
  private static String text(String entry) throws IOException {
    byte[] bytes = jar.getInputStream(jar.getEntry(entry)).readAllBytes();
    boolean binary = entry.endsWith(".class");
    return new String(bytes, binary ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
  }
}
