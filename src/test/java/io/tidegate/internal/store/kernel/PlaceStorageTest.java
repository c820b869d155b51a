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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StructType;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaceStorageTest {
  private static final StructType SCHEMA =
      new StructType().add("id", LongType.LONG).add("p", LongType.LONG);
  private static final AtomicInteger OPENED = new AtomicInteger();
  private static final AtomicInteger LISTED = new AtomicInteger();

  /** The local disk under another scheme: counts what is read, and denies a directory. */
  public static final class Watched extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("watched:///");
    }

    @Override
    public String getScheme() {
      return "watched";
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize)
        throws IOException {
      OPENED.incrementAndGet();
      return super.open(path, bufferSize);
    }

    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
      LISTED.incrementAndGet();
      if (path.toString().contains("denied")) {
        throw new AccessControlException("Permission denied: user=reader");
      }
      return super.listStatus(path);
    }
  }

  @TempDir Path work;

  private final Configuration conf = new Configuration();
  private final DeltaPlaces places = new DeltaPlaces(() -> conf);

  @BeforeEach
  void watch() throws IOException {
    conf.setClass("fs.watched.impl", Watched.class, Watched.class);
    LoggedTable.create(work.resolve("t"), SCHEMA, "p")
        .commit(
            LoggedTable.in(LoggedTable.add("a", 5), "p", "1"),
            LoggedTable.in(LoggedTable.add("b", 7), "p", "2"));
  }

  @Test
  void aTableIsLoadedOnceForAllOfItsPlaces() throws Exception {
    String table = "watched:" + work.resolve("t");
    OPENED.set(0);
    LISTED.set(0);
    assertThat(places.rows(List.of(table))).isEqualTo(12);
    int opened = OPENED.get();
    int listed = LISTED.get();
    assertThat(opened).isPositive();
    assertThat(listed).isPositive();

    OPENED.set(0);
    LISTED.set(0);
    assertThat(places.rows(List.of(table + "?p=1", table + "?p=2", table + "/"))).isEqualTo(12);
    assertThat(OPENED).hasValue(opened);
    assertThat(LISTED).hasValue(listed);
  }

  @Test
  void aPathWithoutASchemeIsInTheDefaultFileSystem() throws Exception {
    conf.set("fs.defaultFS", "watched:///");
    OPENED.set(0);
    assertThat(places.rows(List.of(work.resolve("t").toString()))).isEqualTo(12);
    assertThat(OPENED).hasPositiveValue();
  }

  @Test
  void aTableThatMayNotBeReadIsNotAnAbsentOne() {
    String denied = "watched:" + work.resolve("denied");
    assertThatThrownBy(() -> places.rows(List.of(denied)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("The rows of " + denied + " cannot be counted, because its log")
        .hasMessageContaining("Permission denied: user=reader")
        .hasMessageEndingWith("Check the path, its permissions and the driver's credentials.");
  }
}
