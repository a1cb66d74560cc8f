import { digestText } from "#core/digest.ts";
import { toBytes } from "#shell/machine/bytes.ts";
import { type KafkaData, type KafkaPartition, type KafkaTopic, newTopic } from "../../server/kafka-data.ts";
import { exception } from "./exception.ts";
import { kafkaTool } from "./kafka-tool.ts";
import { firstValue } from "./options.ts";
import { withTopic } from "./topic-data.ts";

/** `kafka-topics.sh`. */
export const topics = kafkaTool({
  client: "AdminClient clientId=adminclient-1",
  gaveUp: "Error while executing topic command : Timed out waiting for a node assignment. Call: listTopics",
  known: [
    "--list",
    "--describe",
    "--create",
    "--delete",
    "--alter",
    "--topic",
    "--partitions",
    "--replication-factor",
    "--config",
    "--if-not-exists",
    "--if-exists",
    "--exclude-internal",
  ],
  run: (call, { data, state, keep }, options) => {
    const name = firstValue(options, "--topic");
    const known = name === undefined ? undefined : data.topics[name];
    const missing = () =>
      exception(call, "topic command", "UnknownTopicOrPartitionException", `Topic '${name}' does not exist as expected`);
    if (options["--list"] !== undefined) {
      call.out(
        shownTopics(data)
          .map((topic) => `${topic}\n`)
          .join(""),
      );
      return 0;
    }
    if (options["--describe"] !== undefined) {
      if (name !== undefined && known === undefined) return missing();
      for (const topic of name === undefined ? Object.keys(data.topics).sort() : [name])
        call.out(describeTopic(topic, data.topics[topic] as KafkaTopic, state.nodeId));
      return 0;
    }
    if (name === undefined) {
      call.err('Missing required argument "[topic]"\n');
      return 1;
    }
    if (options["--create"] !== undefined) {
      if (known !== undefined)
        return options["--if-not-exists"] !== undefined
          ? 0
          : exception(call, "topic command", "TopicExistsException", `Topic '${name}' already exists.`);
      if (Number(firstValue(options, "--replication-factor") ?? "1") > 1)
        return exception(
          call,
          "topic command",
          "InvalidReplicationFactorException",
          `Unable to replicate the partition ${firstValue(options, "--replication-factor")} time(s): The target replication factor of ${firstValue(options, "--replication-factor")} cannot be reached because only 1 broker(s) are registered.`,
        );
      const partitions = Number(firstValue(options, "--partitions") ?? state.settings["num.partitions"] ?? "1");
      const configs = Object.fromEntries((options["--config"] ?? []).map((pair) => pair.split("=")));
      keep(
        withTopic(
          data,
          name,
          newTopic(digestText(`kafka/${data.clusterId}/${name}/${call.machine.nowMs}`).slice(7, 29), partitions, configs),
        ),
      );
      call.out(
        toBytes(
          `${/[._]/.test(name) ? "WARNING: Due to limitations in metric names, topics with a period ('.') or underscore ('_') could collide. To avoid issues it is best to use either, but not both.\n" : ""}Created topic ${name}.\n`,
        ),
      );
      return 0;
    }
    if (known === undefined) return options["--if-exists"] !== undefined ? 0 : missing();
    if (options["--delete"] !== undefined) {
      keep(withTopic(data, name, undefined));
      return 0;
    }
    const wanted = Number(firstValue(options, "--partitions") ?? "0");
    if (wanted <= known.partitions.length)
      return exception(
        call,
        "topic command",
        "InvalidPartitionsException",
        `Topic currently has ${known.partitions.length} partitions, which is ${wanted === known.partitions.length ? "the same as" : "higher than"} the requested ${wanted}.`,
      );
    const more: readonly KafkaPartition[] = Array.from({ length: wanted - known.partitions.length }, () => ({ start: 0, records: [] }));
    keep(withTopic(data, name, { ...known, partitions: [...known.partitions, ...more] }));
    return 0;
  },
});

const shownTopics = ({ topics, groups }: KafkaData): readonly string[] =>
  [...Object.keys(topics), ...(Object.keys(groups).length > 0 ? ["__consumer_offsets"] : [])].sort();

const describeTopic = (name: string, { id, partitions, configs }: KafkaTopic, node: number): string => {
  const shown = Object.entries(configs)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
  const rows = partitions.map(
    (_partition, index) =>
      `\tTopic: ${name}\tPartition: ${index}\tLeader: ${node}\tReplicas: ${node}\tIsr: ${node}\tElr: \tLastKnownElr: \n`,
  );
  return `Topic: ${name}\tTopicId: ${id}\tPartitionCount: ${partitions.length}\tReplicationFactor: 1\tConfigs: ${shown}\n${rows.join("")}`;
};
