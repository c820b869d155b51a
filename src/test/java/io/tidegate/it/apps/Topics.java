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

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The topics of a broker: made, filled and read without Spark. */
final class Topics implements AutoCloseable {
  private final String bootstrap;
  private final KafkaProducer<String, String> producer;

  Topics(String bootstrap) {
    this.bootstrap = bootstrap;
    this.producer = producer(Map.of());
  }

  private KafkaProducer<String, String> producer(Map<String, Object> settings) {
    Map<String, Object> all = new HashMap<>(settings);
    all.put("bootstrap.servers", bootstrap);
    return new KafkaProducer<>(all, new StringSerializer(), new StringSerializer());
  }

  void create(String topic, int partitions) throws ExecutionException, InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
    }
  }

  /** Sends so many records; the broker has them when the call returns. */
  void send(String topic, int records) {
    for (int i = 0; i < records; i++) {
      producer.send(new ProducerRecord<>(topic, topic + " " + i));
    }
    producer.flush();
  }

  /** Keeps a topic busy until it is closed. */
  AutoCloseable busy(String topic) {
    AtomicBoolean over = new AtomicBoolean();
    Thread thread =
        new Thread(
            () -> {
              while (!over.get()) {
                send(topic, 1);
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
              }
            },
            "busy");
    thread.start();
    return () -> {
      over.set(true);
      thread.join();
    };
  }

  /** Begins a transaction and sends so many records in it; they are with the broker. */
  KafkaProducer<String, String> open(String topic, int records) {
    KafkaProducer<String, String> open =
        producer(Map.of("transactional.id", topic, "transaction.timeout.ms", 600_000));
    open.initTransactions();
    open.beginTransaction();
    for (int i = 0; i < records; i++) {
      open.send(new ProducerRecord<>(topic, topic + " " + i));
    }
    open.flush();
    return open;
  }

  /** All records there are, in transactions or not: where each is, and when the broker had it. */
  List<Map<String, Object>> records() throws ExecutionException, InterruptedException {
    List<Map<String, Object>> all = new ArrayList<>();
    Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap);
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> partitions =
          consumer.listTopics().values().stream()
              .flatMap(List::stream)
              .filter(p -> !p.topic().startsWith("__"))
              .map(p -> new TopicPartition(p.topic(), p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofMillis(100))) {
          all.add(
              Map.of(
                  "topic", each.topic(),
                  "partition", each.partition(),
                  "offset", each.offset(),
                  "at", each.timestamp()));
        }
      }
    }
    return all;
  }

  @Override
  public void close() {
    producer.close();
  }
}
