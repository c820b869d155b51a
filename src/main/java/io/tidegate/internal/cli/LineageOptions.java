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
package io.tidegate.internal.cli;

import io.tidegate.internal.recovery.LineageRow;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that say which lineage is meant. */
final class LineageOptions {
  private static final Pattern FILE_SYSTEM = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*:(//[^/]*)?");

  @ArgGroup(multiplicity = "1")
  private Which which = new Which();

  /** By its query or by its checkpoint. */
  static final class Which {
    @Option(
        names = {"-q", "--query"},
        required = true,
        paramLabel = "QUERY",
        description = "The query's name.")
    private @Nullable String query;

    @Option(
        names = "--checkpoint",
        required = true,
        paramLabel = "PATH",
        description = "The checkpoint; without a scheme it is looked for in any file system.")
    private @Nullable String checkpoint;
  }

  /** The rows that are meant, at least one, the one that changed last first. */
  List<LineageRow> of(Tables tables) throws CommandException {
    Collection<LineageRow> rows = Tables.rows(tables.lineages()).values();
    String query = which.query;
    String checkpoint = which.checkpoint;
    List<LineageRow> found =
        rows.stream()
            .filter(query != null ? named(query) : at(Objects.requireNonNullElse(checkpoint, "")))
            .sorted(
                Comparator.comparing(
                    LineageRow::updatedAt, Comparator.nullsLast(Comparator.reverseOrder())))
            .toList();
    if (found.isEmpty()) {
      throw query != null
          ? Tables.unknown(tables.lineages(), "query", query, known(rows, LineageRow::queryName))
          : Tables.unknown(
              tables.lineages(),
              "checkpoint",
              Objects.requireNonNullElse(checkpoint, ""),
              known(rows, LineageRow::checkpoint));
    }
    return found;
  }

  private static List<String> known(
      Collection<LineageRow> rows, Function<LineageRow, @Nullable String> name) {
    return rows.stream().map(name).filter(Objects::nonNull).distinct().toList();
  }

  private static Predicate<LineageRow> named(String query) {
    return row -> query.equals(row.queryName());
  }

  private static Predicate<LineageRow> at(String path) {
    String asked = withoutSlash(path);
    boolean anywhere = !FILE_SYSTEM.matcher(asked).lookingAt();
    return row -> {
      String checkpoint = withoutSlash(row.checkpoint());
      return checkpoint.equals(asked)
          || (anywhere && FILE_SYSTEM.matcher(checkpoint).replaceFirst("").equals(asked));
    };
  }

  private static String withoutSlash(String path) {
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }
}
