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
package io.tidegate.internal.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidegate.internal.model.OwnTable;
import io.tidegate.internal.settings.TableLocation;
import io.tidegate.internal.util.Redactor;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class TableStoresTest {
  private final TableStores stores = new TableStores(null, Configuration::new, Redactor.standard());

  @Test
  void eachTableIsKeptInItsOwnWay() {
    AtomicInteger told = new AtomicInteger();
    stores.whenBySql(told::incrementAndGet);
    stores.verdicts(new TableLocation("/control"));
    assertThat(told).hasValue(0);

    stores.lineages(new TableLocation("ops.lineages"));

    assertThat(stores.bySql(OwnTable.Kind.CONTROL)).isFalse();
    assertThat(stores.bySql(OwnTable.Kind.LINEAGE)).isTrue();
    assertThat(told).hasValue(1);
    stores.verdicts(new TableLocation("ops.control"));
    assertThat(stores.bySql(OwnTable.Kind.CONTROL)).isTrue();
    assertThat(told).as("once for the application").hasValue(1);
  }
}
