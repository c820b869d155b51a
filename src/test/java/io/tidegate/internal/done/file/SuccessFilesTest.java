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
package io.tidegate.internal.done.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidegate.api.FrontierRule;
import io.tidegate.internal.done.Delivery;
import io.tidegate.internal.done.DoneMarker;
import io.tidegate.internal.done.TestMarkers;
import io.tidegate.internal.model.MarkerPattern;
import io.tidegate.internal.settings.DoneSettings;
import io.tidegate.internal.settings.QuerySettings;
import io.tidegate.internal.testing.Entries;
import io.tidegate.internal.testing.FakeTime;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuccessFilesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path work;

  private final FakeTime time = new FakeTime();
  private final Configuration conf = new Configuration(false);
  private final SuccessFiles files = new SuccessFiles(() -> conf, time);

  /** A local file system under another name, that renames onto nothing or breaks off. */
  public static final class Faulty extends RawLocalFileSystem {
    static boolean renameFails;

    @Override
    public URI getUri() {
      return URI.create("faulty:///");
    }

    @Override
    public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
        throws IOException {
      if (renameFails) {
        throw new IOException("the name node is away");
      }
      return !exists(to) && super.rename(from, to);
    }
  }

  @BeforeEach
  void withoutFaults() {
    Faulty.renameFails = false;
    conf.set("fs.faulty.impl", Faulty.class.getName());
    conf.set("fs.s3.impl", Whole.class.getName());
  }

  /** A local file system that stands for an object store, where nothing is renamed. */
  public static final class Whole extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("s3:///");
    }

    @Override
    public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to) {
      throw new AssertionError("renamed");
    }
  }

  private static QuerySettings entry(String pattern) {
    DoneSettings done = new DoneSettings(new MarkerPattern(pattern), null, null);
    return Entries.of(FrontierRule.OFFSET).done(done).settings();
  }

  private Delivery write(String scheme) {
    return files.deliver(
        entry(scheme + work + "/{table}/{yyyy}/{MM}/{dd}/{HH}/_SUCCESS"),
        TestMarkers.marker("sales.orders"));
  }

  private Path file() {
    return work.resolve("sales.orders/2026/10/01/14/_SUCCESS");
  }

  private JsonNode content() throws IOException {
    return JSON.readTree(Files.readString(file()));
  }

  private List<String> all() throws IOException {
    try (Stream<Path> found = Files.walk(work)) {
      return found.filter(Files::isRegularFile).map(p -> p.getFileName().toString()).toList();
    }
  }

  @Test
  void theFileSaysWhatIsFinalAndNothingPrivate() throws IOException {
    assertThat(write("")).isInstanceOf(Delivery.Done.class);

    assertThat(content())
        .isEqualTo(
            JSON.readTree(
                """
                {"type":"final","table":"sales.orders","start":"2026-10-01T14:00:00Z",
                 "end":"2026-10-01T15:00:00Z","finalizedUntil":"2026-10-01T16:00:00Z",
                 "trackedFrom":"2026-10-01T00:00:00Z","frontier":"2026-10-01T16:07:00Z",
                 "basis":"offset(field=commit_ts)","epoch":1,"query":"orders","queryId":"q",
                 "runId":"r","batchId":41,"createdAt":"2026-10-01T12:00:00Z",
                 "modifiedAt":"2026-10-01T12:00:00Z"}
                """));
    assertThat(all()).as("neither temporary files nor checksums").containsExactly("_SUCCESS");
  }

  private void assertWrittenAgain(String scheme) throws IOException {
    assertThat(write(scheme)).isInstanceOf(Delivery.Done.class);
    time.advance(Duration.ofHours(5));
    assertThat(write(scheme)).isInstanceOf(Delivery.Done.class);

    assertThat(content().get("createdAt").textValue()).isEqualTo("2026-10-01T12:00:00Z");
    assertThat(content().get("modifiedAt").textValue()).isEqualTo("2026-10-01T17:00:00Z");
    assertThat(all()).containsExactly("_SUCCESS");
  }

  @Test
  void writtenAgainItKeepsWhenItWasCreated() throws IOException {
    assertWrittenAgain("");
  }

  @Test
  void writtenAgainItIsReplacedWhereRenamingDoesNotReplace() throws IOException {
    assertWrittenAgain("faulty:");
  }

  @Test
  void onAnObjectStoreItIsWrittenUnderItsName() throws IOException {
    assertWrittenAgain("s3:");
  }

  @Test
  void whatElseStandsThereIsReplaced() throws IOException {
    Files.createDirectories(file().getParent());
    for (String other : List.of("", "no json", "[]", "{\"table\":\"sales.orders\"}")) {
      Files.writeString(file(), other);
      write("");
      assertThat(content().get("end").textValue()).isEqualTo("2026-10-01T15:00:00Z");
      assertThat(content().get("createdAt").textValue()).isEqualTo("2026-10-01T12:00:00Z");
    }
  }

  @Test
  void anotherPeriodUnderTheSameNameDoesNotKeepItsTimes() throws IOException {
    write("");
    time.advance(Duration.ofHours(5));
    DoneMarker longer =
        TestMarkers.marker("sales.orders", "2026-10-01T14:00:00Z", "2026-10-01T16:00:00Z");

    files.deliver(entry(work + "/{table}/{yyyy}/{MM}/{dd}/{HH}/_SUCCESS"), longer);

    assertThat(content().get("createdAt").textValue()).isEqualTo("2026-10-01T17:00:00Z");
  }

  @Test
  void aFailureLeavesNothingAndSaysWhere() throws IOException {
    Faulty.renameFails = true;

    Delivery outcome = write("faulty:");

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Delivery.Later.class,
            later ->
                assertThat(later.why())
                    .isEqualTo(
                        "cannot be written to faulty:"
                            + file()
                            + ": java.io.IOException: the name node is away"));
    assertThat(all()).isEmpty();
  }

  @Test
  void aDirectoryInTheWayIsNoMarker() throws IOException {
    Files.createDirectories(file());

    assertThat(write(""))
        .isInstanceOfSatisfying(
            Delivery.Later.class,
            later -> assertThat(later.why()).contains("a directory of that name is in the way"));
    assertThat(all()).isEmpty();
  }

  @Test
  void aFileSystemThatIsNotThereIsTriedAgain() {
    assertThat(write("nowhere:"))
        .isInstanceOfSatisfying(
            Delivery.Later.class, later -> assertThat(later.why()).contains("nowhere"));
  }
}
