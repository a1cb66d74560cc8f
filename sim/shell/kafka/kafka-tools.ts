import { digestText } from "#core/digest.ts";
import {
  appendRecords,
  endOffset,
  type KafkaData,
  type KafkaPartition,
  type KafkaRecord,
  type KafkaTopic,
  newTopic,
} from "../../apps/kafka/kafka-data.ts";
import type { Applet, AppletCall, AppletResult } from "../interpreter/applet-call.ts";
import { fromBytes, toBytes } from "../machine/bytes.ts";
import { dialKafka, type KafkaLink, warn } from "./kafka-link.ts";

type Options = Readonly<Record<string, readonly string[]>>;

/** `--name value` and `--name`, as the tools read them. */
const readOptions = (args: readonly string[]): Options => {
  const found: Record<string, string[]> = {};
  for (let at = 0; at < args.length; at++) {
    const [name = "", inline] = (args[at] as string).split(/=(.*)/s);
    const next = args[at + 1];
    const value = inline ?? (next !== undefined && !next.startsWith("--") ? (args[++at] as string) : "");
    found[name] = [...(found[name] ?? []), value];
  }
  return found;
};

interface Tool {
  readonly client: string;
  /** What cannot be done when nobody answers. */
  readonly gaveUp: string;
  readonly known: readonly string[];
  run(call: AppletCall, link: KafkaLink, options: Options): AppletResult;
}

const GIVE_UP_MS = 60_000;

const tool =
  ({ client, gaveUp, known, run }: Tool): Applet =>
  (call) => {
    const options = readOptions(call.args.map(fromBytes));
    const stranger = Object.keys(options).find((name) => !known.includes(name) && !COMMON.includes(name));
    if (stranger !== undefined) {
      call.err(
        toBytes(
          `Exception in thread "main" joptsimple.UnrecognizedOptionException: ${stranger.replace(/^--/, "")} is not a recognized option\n`,
        ),
      );
      return 1;
    }
    const [bootstrap] = options["--bootstrap-server"] ?? options["--broker-list"] ?? [];
    if (bootstrap === undefined) {
      call.err('Missing required argument "[bootstrap-server]"\n');
      return 1;
    }
    const dialled = dialKafka(call, bootstrap, client);
    if (dialled.kind === "connected") return run(call, dialled.link, options);
    if (dialled.kind === "no-such-host") {
      warn(
        call,
        "WARN",
        `Couldn't resolve server ${bootstrap} from bootstrap.servers as DNS resolution failed for ${bootstrap.split(":")[0]} (org.apache.kafka.clients.ClientUtils)`,
      );
      call.err(
        'Exception in thread "main" org.apache.kafka.common.KafkaException: Failed to create new KafkaAdminClient\nCaused by: org.apache.kafka.common.config.ConfigException: No resolvable bootstrap urls given in bootstrap.servers\n',
      );
      return 1;
    }
    const startedAtMs = typeof call.state === "number" ? call.state : call.machine.nowMs;
    warn(call, "WARN", dialled.warning);
    if (call.machine.nowMs - startedAtMs < GIVE_UP_MS)
      return call.awaitTime(Math.min(call.machine.nowMs + 5000, startedAtMs + GIVE_UP_MS), startedAtMs);
    call.err(`${gaveUp}\n`);
    return 1;
  };

const COMMON = ["--bootstrap-server", "--command-config", "--broker-list"];

const one = (options: Options, name: string): string | undefined => options[name]?.[0];

const exception = (call: AppletCall, command: string, kind: string, text: string): number => {
  call.out(toBytes(`Error while executing ${command} : ${text}\n`));
  warn(call, "ERROR", `org.apache.kafka.common.errors.${kind}: ${text}\n (org.apache.kafka.tools.TopicCommand)`);
  return 1;
};

const withTopic = (data: KafkaData, name: string, topic: KafkaTopic | undefined): KafkaData => {
  const { [name]: _before, ...others } = data.topics;
  return { ...data, topics: topic === undefined ? others : { ...others, [name]: topic } };
};

const shownTopics = ({ topics, groups }: KafkaData): readonly string[] =>
  [...Object.keys(topics), ...(Object.keys(groups).length > 0 ? ["__consumer_offsets"] : [])].sort();

const topics = tool({
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
    const name = one(options, "--topic");
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
      if (Number(one(options, "--replication-factor") ?? "1") > 1)
        return exception(
          call,
          "topic command",
          "InvalidReplicationFactorException",
          `Unable to replicate the partition ${one(options, "--replication-factor")} time(s): The target replication factor of ${one(options, "--replication-factor")} cannot be reached because only 1 broker(s) are registered.`,
        );
      const partitions = Number(one(options, "--partitions") ?? state.settings["num.partitions"] ?? "1");
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
    const wanted = Number(one(options, "--partitions") ?? "0");
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

const groups = tool({
  client: "AdminClient clientId=adminclient-1",
  gaveUp:
    "Error: Executing consumer group command failed due to org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment. Call: listGroups",
  known: [
    "--list",
    "--describe",
    "--group",
    "--all-groups",
    "--delete",
    "--reset-offsets",
    "--topic",
    "--all-topics",
    "--to-earliest",
    "--to-latest",
    "--to-offset",
    "--shift-by",
    "--to-current",
    "--execute",
    "--dry-run",
    "--state",
    "--members",
    "--offsets",
    "--timeout",
  ],
  run: (call, { data, keep }, options) => {
    const name = one(options, "--group");
    if (options["--list"] !== undefined) {
      call.out(
        Object.keys(data.groups)
          .sort()
          .map((group) => `${group}\n`)
          .join(""),
      );
      return 0;
    }
    const wanted = name === undefined ? Object.keys(data.groups).sort() : [name];
    if (options["--describe"] !== undefined) {
      for (const group of wanted) {
        const offsets = data.groups[group];
        if (offsets === undefined) {
          call.err(toBytes(`\nError: Consumer group '${group}' does not exist.\n`));
          return 1;
        }
        call.err(toBytes(`\nConsumer group '${group}' has no active members.\n`));
        call.out(toBytes(describeGroup(group, offsets, data)));
      }
      return 0;
    }
    const offsets = name === undefined ? undefined : data.groups[name];
    if (options["--delete"] !== undefined && name !== undefined) {
      if (offsets === undefined) {
        call.out(
          toBytes(
            `\nError: Deletion of some consumer groups failed:\n* Group '${name}' could not be deleted due to: java.util.concurrent.ExecutionException: org.apache.kafka.common.errors.GroupIdNotFoundException: The group id does not exist.\n`,
          ),
        );
        return 0;
      }
      const { [name]: _gone, ...others } = data.groups;
      keep({ ...data, groups: others });
      call.out(toBytes(`Deletion of requested consumer groups ('${name}') was successful.\n`));
      return 0;
    }
    if (options["--reset-offsets"] === undefined || name === undefined) {
      call.err("Command must include exactly one action: --list, --describe, --delete, --reset-offsets, --delete-offsets\n");
      return 1;
    }
    return resetOffsets(call, { name, data, keep }, options);
  },
});

const table = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]?.map((_cell, index) => Math.max(...rows.map((row) => (row[index] ?? "").length))) ?? [];
  return rows.map((row) => `${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(" ")}\n`).join("");
};

const describeGroup = (group: string, offsets: Readonly<Record<string, number>>, { topics: known }: KafkaData): string => {
  const rows = Object.entries(offsets).flatMap(([place, offset]) => {
    const [topic = "", partition = "0"] = splitPlace(place);
    const found = known[topic]?.partitions[Number(partition)];
    return found === undefined
      ? []
      : [[group, topic, partition, `${offset}`, `${endOffset(found)}`, `${endOffset(found) - offset}`, "-", "-", "-"]];
  });
  return `\n${table([["GROUP", "TOPIC", "PARTITION", "CURRENT-OFFSET", "LOG-END-OFFSET", "LAG", "CONSUMER-ID", "HOST", "CLIENT-ID"], ...rows])}`;
};

const splitPlace = (place: string): readonly [string, string] => [
  place.slice(0, place.lastIndexOf("-")),
  place.slice(place.lastIndexOf("-") + 1),
];

const resetOffsets = (
  call: AppletCall,
  { name, data, keep }: { readonly name: string; readonly data: KafkaData; keep(data: KafkaData): void },
  options: Options,
): number => {
  const scopes =
    options["--all-topics"] !== undefined
      ? [...new Set(Object.keys(data.groups[name] ?? {}).map((place) => splitPlace(place)[0]))]
      : (options["--topic"] ?? []);
  if (scopes.length === 0) {
    call.err("One of the reset scopes should be defined: --all-topics, --topic.\n");
    return 1;
  }
  const next: Record<string, number> = { ...data.groups[name] };
  const rows: (readonly string[])[] = [];
  for (const scope of scopes) {
    const [topic = "", only] = scope.split(":");
    const known = data.topics[topic];
    if (known === undefined) {
      call.err(
        toBytes(
          `\nError: Executing consumer group command failed due to org.apache.kafka.common.errors.UnknownTopicOrPartitionException: This server does not host this topic-partition.\n`,
        ),
      );
      return 1;
    }
    for (const [index, partition] of known.partitions.entries()) {
      if (only !== undefined && !only.split(",").includes(`${index}`)) continue;
      const before = next[`${topic}-${index}`] ?? partition.start;
      const wanted = newOffset(options, before, partition);
      if (wanted === undefined) {
        call.err("One of the reset plans should be defined: --to-offset, --shift-by, --to-earliest, --to-latest, --to-current.\n");
        return 1;
      }
      next[`${topic}-${index}`] = Math.min(endOffset(partition), Math.max(partition.start, wanted));
      rows.push([name, topic, `${index}`, `${next[`${topic}-${index}`]}`]);
    }
  }
  if (options["--execute"] !== undefined) keep({ ...data, groups: { ...data.groups, [name]: next } });
  call.out(toBytes(`\n${table([["GROUP", "TOPIC", "PARTITION", "NEW-OFFSET"], ...rows])}`));
  return 0;
};

const newOffset = (options: Options, before: number, partition: KafkaPartition): number | undefined => {
  if (options["--to-earliest"] !== undefined) return partition.start;
  if (options["--to-latest"] !== undefined) return endOffset(partition);
  if (options["--to-current"] !== undefined) return before;
  const [offset, shift] = [one(options, "--to-offset"), one(options, "--shift-by")];
  if (offset !== undefined) return Number(offset);
  return shift === undefined ? undefined : before + Number(shift);
};

/** A topic that is not there is made where the broker may. */
const topicFor = (link: KafkaLink, name: string, nowMs: number): KafkaTopic | undefined => {
  const known = link.data.topics[name];
  if (known !== undefined || link.state.settings["auto.create.topics.enable"] === "false") return known;
  return newTopic(
    digestText(`kafka/${link.data.clusterId}/${name}/${nowMs}`).slice(7, 29),
    Number(link.state.settings["num.partitions"] ?? "1"),
    {},
  );
};

const producer = tool({
  client: "Producer clientId=console-producer",
  gaveUp: "org.apache.kafka.common.errors.TimeoutException: Topic not present in metadata after 60000 ms.",
  known: ["--topic", "--property", "--producer-property", "--request-required-acks", "--sync", "--timeout"],
  run: (call, link, options) =>
    call.withInput((bytes) => {
      const name = one(options, "--topic");
      if (name === undefined) return call.fail('Missing required argument "[topic]"');
      const topic = topicFor(link, name, call.machine.nowMs);
      if (topic === undefined) {
        warn(
          call,
          "WARN",
          `[Producer clientId=console-producer] The metadata response from the cluster reported a recoverable issue with correlation id 2 : {${name}=UNKNOWN_TOPIC_OR_PARTITION} (org.apache.kafka.clients.NetworkClient)`,
        );
        warn(
          call,
          "ERROR",
          `Error when sending message to topic ${name} with key: null, value: 1 bytes with error: (org.apache.kafka.clients.producer.internals.ErrorLoggingCallback)\norg.apache.kafka.common.errors.TimeoutException: Topic ${name} not present in metadata after 60000 ms.`,
        );
        return 1;
      }
      const properties = options["--property"] ?? [];
      const separator = properties.find((property) => property.startsWith("key.separator="))?.slice(14) ?? "\t";
      const hasKeys = properties.includes("parse.key=true");
      const limit = Number(topic.configs["max.message.bytes"] ?? link.state.settings["message.max.bytes"] ?? "1048588");
      const records: KafkaRecord[] = [];
      for (const line of fromBytes(bytes)
        .split("\n")
        .filter((text, index, all) => index < all.length - 1 || text !== "")) {
        const at = hasKeys ? line.indexOf(separator) : -1;
        if (line.length > limit) {
          warn(
            call,
            "ERROR",
            `Error when sending message to topic ${name} with key: null, value: ${line.length} bytes with error: (org.apache.kafka.clients.producer.internals.ErrorLoggingCallback)\norg.apache.kafka.common.errors.RecordTooLargeException: The request included a message larger than the max message size the server will accept.`,
          );
          continue;
        }
        records.push({
          key: at < 0 ? undefined : line.slice(0, at),
          value: at < 0 ? line : line.slice(at + separator.length),
          atMs: call.machine.nowMs,
        });
      }
      link.keep(withTopic(link.data, name, appendRecords(topic, records)));
      return 0;
    }),
});

interface Reading {
  readonly count: number;
  readonly sinceMs: number;
  readonly offsets: Readonly<Record<number, number>>;
}

const POLL_MS = 500;

const consumer = tool({
  client: "Consumer clientId=console-consumer, groupId=console-consumer",
  gaveUp: "Processed a total of 0 messages",
  known: [
    "--topic",
    "--from-beginning",
    "--max-messages",
    "--timeout-ms",
    "--group",
    "--partition",
    "--offset",
    "--property",
    "--formatter",
    "--consumer-property",
  ],
  run: (call, link, options) => {
    const name = one(options, "--topic");
    if (name === undefined) return call.fail('Missing required argument "[topic]"');
    const topic = topicFor(link, name, call.machine.nowMs);
    if (topic === undefined)
      warn(
        call,
        "WARN",
        `[Consumer clientId=console-consumer, groupId=console-consumer] The metadata response from the cluster reported a recoverable issue with correlation id 2 : {${name}=UNKNOWN_TOPIC_OR_PARTITION} (org.apache.kafka.clients.NetworkClient)`,
      );
    return read(call, link, { name, topic: topic ?? newTopic("", 0, {}) }, options);
  },
});

const read = (
  call: AppletCall,
  link: KafkaLink,
  { name, topic }: { readonly name: string; readonly topic: KafkaTopic },
  options: Options,
): AppletResult => {
  const { nowMs } = call.machine;
  const group = one(options, "--group");
  const committed = group === undefined ? undefined : link.data.groups[group];
  const known = call.state as Reading | undefined;
  const first = (index: number, partition: KafkaPartition): number => {
    const given = one(options, "--offset");
    if (given !== undefined && /^\d+$/.test(given)) return Number(given);
    const kept = committed?.[`${name}-${index}`];
    return kept ?? (options["--from-beginning"] !== undefined || given === "earliest" ? partition.start : endOffset(partition));
  };
  const only = one(options, "--partition");
  const most = Number(one(options, "--max-messages") ?? "Infinity");
  const offsets: Record<number, number> = { ...known?.offsets };
  let count = known?.count ?? 0;
  let sinceMs = known?.sinceMs ?? nowMs;
  const showsKeys = (options["--property"] ?? []).includes("print.key=true");
  for (const [index, partition] of topic.partitions.entries()) {
    if (only !== undefined && only !== `${index}`) continue;
    let offset = Math.max(partition.start, offsets[index] ?? first(index, partition));
    for (; offset < endOffset(partition) && count < most; offset++) {
      const record = partition.records[offset - partition.start] as KafkaRecord;
      call.out(toBytes(`${showsKeys ? `${record.key ?? "null"}\t` : ""}${record.value}\n`));
      count += 1;
      sinceMs = nowMs;
    }
    offsets[index] = offset;
  }
  if (group !== undefined) {
    const places = Object.fromEntries(Object.entries(offsets).map(([index, offset]) => [`${name}-${index}`, offset]));
    link.keep({ ...link.data, groups: { ...link.data.groups, [group]: { ...committed, ...places } } });
  }
  const timeout = Number(one(options, "--timeout-ms") ?? "Infinity");
  const isLate = nowMs - sinceMs >= timeout;
  if (count < most && !isLate)
    return call.awaitTime(Math.min(nowMs + POLL_MS, sinceMs + timeout), { count, sinceMs, offsets } satisfies Reading);
  if (isLate && count < most)
    warn(
      call,
      "ERROR",
      "Error processing message, terminating consumer process:  (org.apache.kafka.tools.consumer.ConsoleConsumer)\norg.apache.kafka.common.errors.TimeoutException",
    );
  call.err(`Processed a total of ${count} messages\n`);
  return 0;
};

const configs = tool({
  client: "AdminClient clientId=adminclient-1",
  gaveUp: "Error while executing config command with args : Timed out waiting for a node assignment. Call: describeConfigs",
  known: ["--describe", "--alter", "--entity-type", "--entity-name", "--topic", "--add-config", "--delete-config", "--all"],
  run: (call, { data, keep }, options) => {
    const name = one(options, "--topic") ?? one(options, "--entity-name") ?? "";
    const type = one(options, "--entity-type") ?? "topics";
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
      (one(options, "--add-config") ?? "")
        .split(",")
        .filter((pair) => pair !== "")
        .map((pair) => pair.split("=")),
    );
    const unknown = Object.keys(added).find((key) => !TOPIC_CONFIGS.has(key));
    if (unknown !== undefined)
      return exception(call, "config command with args", "InvalidConfigurationException", `Unknown topic config name: ${unknown}`);
    const gone = (one(options, "--delete-config") ?? "").split(",");
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

/** The tools that come with the broker. */
export const KAFKA_TOOLS: Readonly<Record<string, Applet>> = {
  "kafka-topics.sh": topics,
  "kafka-consumer-groups.sh": groups,
  "kafka-console-producer.sh": producer,
  "kafka-console-consumer.sh": consumer,
  "kafka-configs.sh": configs,
};
