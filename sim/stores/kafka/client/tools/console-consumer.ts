import type { AppletResult } from "#shell/interpreter/applet-call.ts";
import { toBytes } from "#shell/machine/bytes.ts";
import type { ContainerCall } from "../../../../containers/container-applet.ts";
import { endOffset, type KafkaPartition, type KafkaRecord, type KafkaTopic, newTopic } from "../../server/kafka-data.ts";
import { type KafkaLink, warn } from "../kafka-link.ts";
import { kafkaTool } from "./kafka-tool.ts";
import { firstValue, type Options } from "./options.ts";
import { topicFor } from "./topic-data.ts";

/** `kafka-console-consumer.sh`. */
export const consumer = kafkaTool({
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
    const name = firstValue(options, "--topic");
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

interface Reading {
  readonly count: number;
  readonly sinceMs: number;
  readonly offsets: Readonly<Record<number, number>>;
}

const POLL_MS = 500;

const read = (
  call: ContainerCall,
  link: KafkaLink,
  { name, topic }: { readonly name: string; readonly topic: KafkaTopic },
  options: Options,
): AppletResult => {
  const { nowMs } = call.machine;
  const group = firstValue(options, "--group");
  const committed = group === undefined ? undefined : link.data.groups[group];
  const known = call.state as Reading | undefined;
  const first = (index: number, partition: KafkaPartition): number => {
    const given = firstValue(options, "--offset");
    if (given !== undefined && /^\d+$/.test(given)) return Number(given);
    const kept = committed?.[`${name}-${index}`];
    return kept ?? (options["--from-beginning"] !== undefined || given === "earliest" ? partition.start : endOffset(partition));
  };
  const only = firstValue(options, "--partition");
  const most = Number(firstValue(options, "--max-messages") ?? "Infinity");
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
  const timeout = Number(firstValue(options, "--timeout-ms") ?? "Infinity");
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
