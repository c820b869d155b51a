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

import io.tidegate.internal.settings.TableLocation;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds where tidegate's own tables are kept. */
final class TablePlaces {
  private static final Pattern LOCAL_MASTER = Pattern.compile("local(\\[[^\\]]*\\])?");

  private static final String LINEAGES = "_lineages";

  private final GivenSettings given;
  private final Map<String, String> sparkConf;

  TablePlaces(GivenSettings given, Map<String, String> sparkConf) {
    this.given = given;
    this.sparkConf = sparkConf;
  }

  /** Checks that a table is named where one is needed, and that the two stay apart. */
  void check(Problems problems) {
    boolean wrong =
        given.given(Options.CONTROL_TABLE, null).isPresent()
            && given.find(Options.CONTROL_TABLE, null).isEmpty();
    Optional<TableLocation> control = controlTable();
    if (control.isEmpty() && !wrong && !given.labels().isEmpty()) {
      problems.missing(
          new Address(null, Options.CONTROL_TABLE.key()),
          "is required where a query is configured and the master is not `local`. Expected: "
              + Options.CONTROL_TABLE.type().allowed()
              + ", which every consumer can read");
    }
    Optional<TableLocation> lineage = given.find(Options.LINEAGE_TABLE, null);
    if (control.isPresent() && lineage.isPresent() && overlap(control.get(), lineage.get())) {
      given
          .given(Options.LINEAGE_TABLE, null)
          .ifPresent(
              setting ->
                  problems.wrong(
                      setting,
                      "is the control table, or one of the two lies inside the other. Expected: a"
                          + " path or name of its own"));
    }
  }

  private static boolean overlap(TableLocation one, TableLocation other) {
    if (!one.isPath() || !other.isPath()) {
      return !one.isPath() && !other.isPath() && one.name().sameAs(other.name());
    }
    String left = Paths.plain(one.value()) + "/";
    String right = Paths.plain(other.value()) + "/";
    return left.startsWith(right) || right.startsWith(left);
  }

  /** The control table; empty when none is given and there is no default for it. */
  Optional<TableLocation> controlTable() {
    Optional<RawSetting> named = given.given(Options.CONTROL_TABLE, null);
    if (named.isPresent() || given.labels().isEmpty() || !localMaster()) {
      return given.find(Options.CONTROL_TABLE, null);
    }
    return Optional.of(new TableLocation(Paths.withoutSlash(warehouse()) + "/tidegate/control"));
  }

  /** The recovery record; empty when there is no control table to derive it from either. */
  Optional<TableLocation> lineageTable() {
    Optional<TableLocation> named = given.find(Options.LINEAGE_TABLE, null);
    return named.isPresent() ? named : controlTable().map(TablePlaces::lineagesOf);
  }

  private static TableLocation lineagesOf(TableLocation control) {
    return new TableLocation(
        control.isPath()
            ? Paths.withoutSlash(control.value()) + LINEAGES
            : control.name().with(LINEAGES).toString());
  }

  private boolean localMaster() {
    return LOCAL_MASTER.matcher(sparkConf.getOrDefault("spark.master", "")).matches();
  }

  /** Spark's warehouse directory, which without a setting lies in the working directory. */
  private String warehouse() {
    String set = sparkConf.getOrDefault("spark.sql.warehouse.dir", "");
    if (!set.isBlank()) {
      return set;
    }
    String working = System.getProperty("user.dir", "/").replace('\\', '/');
    return "file:"
        + (working.startsWith("/") ? "" : "/")
        + Paths.withoutSlash(working)
        + "/spark-warehouse";
  }
}
