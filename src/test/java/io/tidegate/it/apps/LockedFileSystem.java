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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Local files in a storage account that wants a key, {@code fs.locked.key}. It is registered with
 * {@code spark.hadoop.fs.abfss.impl=io.tidegate.it.apps.LockedFileSystem}.
 */
public final class LockedFileSystem extends RawLocalFileSystem {
  @Override
  public URI getUri() {
    return URI.create("abfss:///");
  }

  @Override
  public String getScheme() {
    return "abfss";
  }

  @Override
  public void initialize(URI uri, Configuration conf) throws IOException {
    if (conf.get("fs.locked.key") == null) {
      throw new IOException("no key for the storage account");
    }
    super.initialize(uri, conf);
  }
}
