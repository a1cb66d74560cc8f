import { toBytes } from "#shell/machine/bytes.ts";
import { exception } from "./exception.ts";
import { kafkaTool } from "./kafka-tool.ts";
import { firstValue } from "./options.ts";
import { withTopic } from "./topic-data.ts";

/** `kafka-configs.sh`. */
export const configs = kafkaTool({
  client: "AdminClient clientId=adminclient-1",
  gaveUp: "Error while executing config command with args : Timed out waiting for a node assignment. Call: describeConfigs",
  known: ["--describe", "--alter", "--entity-type", "--entity-name", "--topic", "--add-config", "--delete-config", "--all"],
  run: (call, { data, keep }, options) => {
    const name = firstValue(options, "--topic") ?? firstValue(options, "--entity-name") ?? "";
    const type = firstValue(options, "--entity-type") ?? "topics";
    if (type !== "topics") {
      call.out(toBytes(`Dynamic configs for ${type.replace(/s$/, "")} ${name} are:\n`));
      return options["--alter"] === undefined ? 0 : call.fail(`Altering ${type} is not supported by this broker`);
    }
    const topic = data.topics[name];
    if (topic === undefined)
      return exception(call, "config command with args", "UnknownTopicOrPartitionException", `The topic '${name}' does not exist`);
    if (options["--alter"] === undefined) {
      const rows = Object.entries(topic.configs).map(
        ([key, value]) => `  ${key}=${value} sensitive=false synonyms={DYNAMIC_TOPIC_CONFIG:${key}=${value}}\n`,
      );
      call.out(toBytes(`Dynamic configs for topic ${name} are:\n${rows.join("")}`));
      return 0;
    }
    const added = Object.fromEntries(
      (firstValue(options, "--add-config") ?? "")
        .split(",")
        .filter((pair) => pair !== "")
        .map((pair) => pair.split("=")),
    );
    const unknown = Object.keys(added).find((key) => !TOPIC_CONFIGS.has(key));
    if (unknown !== undefined)
      return exception(call, "config command with args", "InvalidConfigurationException", `Unknown topic config name: ${unknown}`);
    const gone = (firstValue(options, "--delete-config") ?? "").split(",");
    const left: Readonly<Record<string, string>> = Object.fromEntries(
      Object.entries<string>({ ...topic.configs, ...added }).filter(([key]) => !gone.includes(key)),
    );
    keep(withTopic(data, name, { ...topic, configs: left }));
    call.out(toBytes(`Completed updating config for topic ${name}.\n`));
    return 0;
  },
});

const TOPIC_CONFIGS = new Set(
  "cleanup.policy compression.type delete.retention.ms file.delete.delay.ms flush.messages flush.ms max.compaction.lag.ms max.message.bytes message.timestamp.type min.cleanable.dirty.ratio min.compaction.lag.ms min.insync.replicas preallocate retention.bytes retention.ms segment.bytes segment.index.bytes segment.jitter.ms segment.ms unclean.leader.election.enable".split(
    " ",
  ),
);
