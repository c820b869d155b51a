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
package io.tidegate.internal.settings;

import io.tidegate.internal.model.MarkerPattern;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where the done markers of a query go, one for each period that has become final.
 *
 * @param successFile the path of the file that is written; null for none
 * @param http the URL that is posted to; null for none
 * @param httpToken the bearer token of these posts, a secret; null for none
 */
public record DoneSettings(
    @Nullable MarkerPattern successFile, @Nullable URI http, @Nullable String httpToken) {
  /** No markers. */
  public static final DoneSettings NONE = new DoneSettings(null, null, null);

  /** Whether there are any. */
  public boolean any() {
    return successFile != null || http != null;
  }

  /** Without the token and without the URL's path and query, which often hold another secret. */
  @Override
  public String toString() {
    return "DoneSettings[successFile=" + successFile + ", http=" + httpOrigin() + "]";
  }

  /** The URL as it may be shown: scheme, host and port. */
  public String httpOrigin() {
    return http == null ? "none" : http.getScheme() + "://" + http.getRawAuthority();
  }
}
