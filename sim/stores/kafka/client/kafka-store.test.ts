import { expect, test } from "vitest";
import { createStoreFixture } from "../../connections/store-fixture.cases.ts";

const kafka = (env: readonly object[] = []) => {
  const fixture = createStoreFixture("apache/kafka:3.9.1", 9092, {
    env: [{ name: "KAFKA_ADVERTISED_LISTENERS", value: "PLAINTEXT://db:9092" }, ...env],
  });
  const run = (script: string, ...args: readonly string[]) =>
    fixture.exec([`/opt/kafka/bin/${script}.sh`, "--bootstrap-server", "localhost:9092", ...args], { timeoutMs: 90_000 });
  const send = (topic: string, text: string) =>
    fixture.exec(["/opt/kafka/bin/kafka-console-producer.sh", "--bootstrap-server", "localhost:9092", "--topic", topic], { stdin: text });
  return { ...fixture, tool: run, send };
};

test("topics are made, filled, read, changed and listed", () => {
  const { tool, send, log } = kafka();
  expect(log().at(-1)).toMatch(/INFO \[KafkaRaftServer nodeId=1\] Kafka Server started \(kafka\.server\.KafkaRaftServer\)$/);
  expect(tool("kafka-topics", "--create", "--topic", "orders", "--partitions", "1").out).toBe("Created topic orders.\n");
  expect(tool("kafka-topics", "--create", "--topic", "orders").out).toBe(
    "Error while executing topic command : Topic 'orders' already exists.\n",
  );
  expect(send("orders", "a\nb\nc\n").code).toBe(0);
  expect(tool("kafka-console-consumer", "--topic", "orders", "--from-beginning", "--max-messages", "2", "--group", "accounting")).toEqual({
    code: 0,
    out: "a\nb\n",
    err: "Processed a total of 2 messages\n",
  });
  expect(tool("kafka-consumer-groups", "--describe", "--group", "accounting").out).toBe(
    "\nGROUP      TOPIC  PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID\naccounting orders 0         2              3              1   -           -    -        \n",
  );
  expect(
    tool("kafka-consumer-groups", "--group", "accounting", "--topic", "orders", "--reset-offsets", "--to-offset", "3", "--execute").out,
  ).toContain("accounting orders 0         3         \n");
  expect(tool("kafka-consumer-groups", "--describe", "--group", "accounting").out).toContain(" 3              3              0 ");
  expect(
    tool("kafka-configs", "--alter", "--entity-type", "topics", "--entity-name", "orders", "--add-config", "retention.ms=1000").out,
  ).toBe("Completed updating config for topic orders.\n");
  expect(tool("kafka-topics", "--describe", "--topic", "orders").out).toMatch(
    /^Topic: orders\tTopicId: \S{22}\tPartitionCount: 1\tReplicationFactor: 1\tConfigs: retention.ms=1000\n\tTopic: orders\tPartition: 0\tLeader: 1\t/,
  );
  expect(tool("kafka-topics", "--describe", "--topic", "nosuch").out).toBe(
    "Error while executing topic command : Topic 'nosuch' does not exist as expected\n",
  );
  expect(tool("kafka-topics", "--delete", "--topic", "orders").code).toBe(0);
  expect(tool("kafka-topics", "--list").out).toBe("__consumer_offsets\n");
});

test("an address that the broker gives and nobody can reach keeps clients from working", () => {
  const { exec } = kafka([{ name: "KAFKA_ADVERTISED_LISTENERS", value: "PLAINTEXT://nowhere:9092" }]);
  const listed = exec(["/opt/kafka/bin/kafka-topics.sh", "--bootstrap-server", "db:9092", "--list"], { timeoutMs: 90_000 });
  expect(listed.code).toBe(1);
  expect(listed.err).toContain("java.net.UnknownHostException: nowhere\n");
  expect(listed.err).toContain("Error while executing topic command : Timed out waiting for a node assignment. Call: listTopics\n");
  expect(exec(["/opt/kafka/bin/kafka-topics.sh", "--bootstrap-server", "none:9092", "--list"]).err).toContain(
    "No resolvable bootstrap urls given in bootstrap.servers",
  );
  expect(exec(["/opt/kafka/bin/kafka-topics.sh", "--bootstrap-server", "db:9092", "--nosuch"]).err).toContain(
    "nosuch is not a recognized option",
  );
});

test("a broker that makes no topics by itself says that there is none", () => {
  const { send } = kafka([{ name: "KAFKA_AUTO_CREATE_TOPICS_ENABLE", value: "false" }]);
  expect(send("missing", "x\n").err).toContain("{missing=UNKNOWN_TOPIC_OR_PARTITION}");
});
