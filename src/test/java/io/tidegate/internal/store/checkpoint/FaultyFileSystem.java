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

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** Local files under a scheme of their own, that fail as told and refuse every write. */
public class FaultyFileSystem extends RawLocalFileSystem {
  /** What to do instead of, or before, an operation. */
  interface Fault {
    void on(String operation, Path path) throws IOException;
  }

  static final List<String> CALLS = Collections.synchronizedList(new ArrayList<>());
  static volatile Fault fault = (operation, path) -> {};

  static Configuration configuration() {
    fault = (operation, path) -> {};
    CALLS.clear();
    Configuration conf = new Configuration(false);
    conf.setClass("fs.faulty.impl", FaultyFileSystem.class, org.apache.hadoop.fs.FileSystem.class);
    conf.setBoolean("fs.faulty.impl.disable.cache", true);
    return conf;
  }

  private static void call(String operation, Path path) throws IOException {
    CALLS.add(operation + " " + path.getName());
    fault.on(operation, path);
  }

  @Override
  public URI getUri() {
    return URI.create("faulty:///");
  }

  @Override
  public String getScheme() {
    return "faulty";
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    call("list", path);
    return super.listStatus(path);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    call("open", path);
    return super.open(path, bufferSize);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress) {
    throw new AssertionError("A checkpoint is never written: create " + path);
  }

  @Override
  public boolean mkdirs(Path path) {
    throw new AssertionError("A checkpoint is never written: mkdirs " + path);
  }

  @Override
  public boolean rename(Path from, Path to) {
    throw new AssertionError("A checkpoint is never written: rename " + from);
  }

  @Override
  public boolean delete(Path path, boolean recursive) {
    throw new AssertionError("A checkpoint is never written: delete " + path);
  }
}
