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
package io.tidegate;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.concurrent.Executors;

/** What the layers promise, as seen in the compiled classes. */
@AnalyzeClasses(packages = "io.tidegate", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  private static final String TRACKING = "io.tidegate.internal.tracking";

  /** The object the JVM's shutdown hook is registered with; nothing of ours starts it. */
  private static final String HOOK_OWNER = "io.tidegate.internal.spark.TidegateRuntime";

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles =
      slices().matching("io.tidegate.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule threadsAreMadeInTrackingOnly =
      noClasses()
          .that()
          .resideOutsideOfPackage(TRACKING)
          .and()
          .doNotHaveFullyQualifiedName(HOOK_OWNER)
          .should()
          .callConstructorWhere(makes("java.lang.Thread", "java.util.Timer"))
          .orShould()
          .beAssignableTo("java.lang.Thread");

  @ArchTest
  static final ArchRule poolsAreMadeInTrackingOnly =
      noClasses()
          .that()
          .resideOutsideOfPackage(TRACKING)
          .should()
          .callConstructorWhere(
              makes(
                  "java.util.concurrent.ThreadPoolExecutor",
                  "java.util.concurrent.ScheduledThreadPoolExecutor",
                  "java.util.concurrent.ForkJoinPool"))
          .orShould()
          .callMethodWhere(handsWorkToAPool());

  @ArchTest
  static final ArchRule deltaKernelIsUsedInItsAdapterOnly =
      onlyIn("io.delta..", "io.tidegate.internal.store.kernel");

  @ArchTest
  static final ArchRule parquetIsUsedInTheKernelAdapterOnly =
      onlyIn("org.apache.parquet..", "io.tidegate.internal.store.kernel");

  @ArchTest
  static final ArchRule typesafeConfigIsUsedInConfigOnly =
      onlyIn("com.typesafe..", "io.tidegate.internal.config");

  @ArchTest
  static final ArchRule sparkIsUsedAtTheRootInTheShellAndBySqlOnly =
      onlyIn(
          "org.apache.spark..",
          "io.tidegate",
          "io.tidegate.internal.spark..",
          "io.tidegate.internal.store.sql");

  @ArchTest
  static final ArchRule scalaIsUsedWhereSparkIs =
      onlyIn("scala..", "io.tidegate", "io.tidegate.internal.spark..");

  @ArchTest
  static final ArchRule fileSystemsAreUsedInTheAdaptersOnly =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.tidegate.internal.store.kernel",
              "io.tidegate.internal.store.checkpoint",
              "io.tidegate.internal.done.file")
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("org.apache.hadoop.fs.FileSystem");

  @ArchTest
  static final ArchRule httpIsUsedInItsAdapterOnly =
      onlyIn("java.net.http..", "io.tidegate.internal.done.http");

  @ArchTest
  static final ArchRule rulesArePure =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.tidegate.api",
              "io.tidegate.internal.frontier",
              "io.tidegate.internal.verdict",
              "io.tidegate.internal.recovery",
              "io.tidegate.internal.status",
              "io.tidegate.internal.model",
              "io.tidegate.internal.settings")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.nio.file..", "java.util.concurrent..", "org.slf4j..");

  @ArchTest
  static final ArchRule theApiStandsAlone =
      noClasses()
          .that()
          .resideInAPackage("io.tidegate.api..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.tidegate..")
                  .and(DescribedPredicate.not(resideInAPackage("io.tidegate.api.."))));

  @ArchTest
  static final ArchRule picocliIsUsedInTheCommandLineOnly =
      onlyIn("picocli..", "io.tidegate.internal.cli");

  @ArchTest
  static final ArchRule onlyTheCommandLinePrints =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("io.tidegate.internal.cli.Shell")
          .should(ACCESS_STANDARD_STREAMS);

  @ArchTest static final ArchRule loggingIsTheHosts = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

  private static ArchRule onlyIn(String library, String... packages) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(packages)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(library);
  }

  private static DescribedPredicate<JavaConstructorCall> makes(String... classes) {
    return DescribedPredicate.describe(
        "it makes one of " + List.of(classes),
        call -> List.of(classes).contains(call.getTargetOwner().getName()));
  }

  private static DescribedPredicate<JavaMethodCall> handsWorkToAPool() {
    return DescribedPredicate.describe(
        "it takes a pool from Executors, or the common one by an ...Async method",
        call ->
            call.getTargetOwner().isEquivalentTo(Executors.class)
                || (call.getTargetOwner().getName().startsWith("java.util.concurrent.Completab")
                    && call.getName().endsWith("Async"))
                || call.getName().equals("parallelStream"));
  }
}
