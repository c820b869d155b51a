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
package io.tidegate.it.apps;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Local files under the scheme {@code troubled}, where no look at a path returns before {@link
 * #release} is called. It is registered with {@code
 * spark.hadoop.fs.troubled.impl=io.tidegate.it.apps.TroubledFileSystem} and {@code
 * spark.hadoop.fs.AbstractFileSystem.troubled.impl=io.tidegate.it.apps.TroubledFileSystem$Abstract}.
 */
public final class TroubledFileSystem extends RawLocalFileSystem {
  private static final URI ROOT = URI.create("troubled:///");
  private static final AtomicInteger BLOCKED = new AtomicInteger();
  private static final CountDownLatch GATE = new CountDownLatch(1);

  /** The same, as Hadoop's other interface to file systems wants it. */
  public static final class Abstract extends DelegateToFileSystem {
    public Abstract(URI uri, Configuration conf) throws IOException, URISyntaxException {
      super(uri, new TroubledFileSystem(), conf, "troubled", false);
    }
  }

  /** Lets hanging calls, and all later ones, go on. */
  public static void release() {
    GATE.countDown();
  }

  /** How many calls hang. */
  public static int blocked() {
    return BLOCKED.get();
  }

  /** A storage client that hangs does not mind who interrupts it. */
  private static void pass() {
    BLOCKED.incrementAndGet();
    boolean interrupted = false;
    while (true) {
      try {
        GATE.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    BLOCKED.decrementAndGet();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public URI getUri() {
    return ROOT;
  }

  @Override
  public String getScheme() {
    return "troubled";
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    pass();
    return super.listStatus(path);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    pass();
    return super.getFileStatus(path);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    pass();
    return super.open(path, bufferSize);
  }
}
