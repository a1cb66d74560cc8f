import { catchUp } from "#sim/programs/runtime/lone-world.ts";
import { topicFor, withTopic } from "#sim/stores/kafka/client/tools/topic-data.ts";
import {
  appendRecords,
  endOffset,
  type KafkaData,
  type KafkaServer,
  type KafkaTopic,
  kafkaStore,
} from "#sim/stores/kafka/server/kafka-data.ts";
import type { Stage } from "../network/create-network.ts";
import { serveLines } from "../network/line-protocol.ts";
import type { SocketServer } from "../network/open-socket.ts";

/** Serves a Kafka broker's clients: where it can be found, messages for a topic, and those that a group has not read yet. */
export const serveKafka = (stage: Stage, port: number): SocketServer => {
  const { world, process } = stage;
  const server = { process, port };
  return {
    connected: (socket) =>
      serveLines(socket, ({ op, topic, group }) => {
        catchUp(world, Date.now());
        const state = kafkaStore.state(world, server);
        if (state === undefined) return {};
        const folder = kafkaStore.folder(world, server, state);
        const data = kafkaStore.dataIn(folder) as KafkaData;
        const done = REQUESTS[`${op}`]?.({ state, data, nowMs: world.nowMs(), port }, `${topic}`, `${group}`) ?? { reply: {} };
        if (done.data !== undefined) kafkaStore.setDataIn(folder, done.data);
        return done.reply;
      }),
  };
};

interface Broker {
  readonly state: KafkaServer;
  readonly data: KafkaData;
  readonly nowMs: number;
  readonly port: number;
}

interface Done {
  readonly reply: object;
  /** Data after it; missing: unchanged. */
  readonly data?: KafkaData;
}

const REQUESTS: Readonly<Record<string, (broker: Broker, topic: string, group: string) => Done>> = {
  hello: ({ state, port }) => ({ reply: { product: "kafka", advertised: state.advertised[port] } }),
  publish: (broker, name) => {
    const topic = topicOf(broker, name);
    if (topic === undefined) return { reply: {} };
    const record = { key: undefined, value: JSON.stringify({ orderId: broker.nowMs }), atMs: broker.nowMs };
    return { reply: {}, data: withTopic(broker.data, name, withoutOldest(appendRecords(topic, [record]))) };
  },
  poll: (broker, name, group) => {
    const topic = topicOf(broker, name);
    if (topic === undefined) return { reply: { count: 0 } };
    const before = broker.data.groups[group] ?? {};
    const after = Object.fromEntries(topic.partitions.map((partition, i) => [`${name}-${i}`, endOffset(partition)]));
    // A group that is new begins with what comes.
    const count = Object.entries(after).reduce((sum, [place, end]) => sum + end - (before[place] ?? end), 0);
    const data = withTopic(broker.data, name, topic);
    return { reply: { count }, data: { ...data, groups: { ...data.groups, [group]: { ...before, ...after } } } };
  },
};

const topicOf = ({ state, data, nowMs }: Broker, name: string): KafkaTopic | undefined => topicFor({ state, data }, name, nowMs);

/** The topic with its last records alone, as after the retention of a busy one. */
const withoutOldest = (topic: KafkaTopic): KafkaTopic => ({
  ...topic,
  partitions: topic.partitions.map(({ start, records }) => {
    const drop = Math.max(0, records.length - RECORDS_MAX);
    return { start: start + drop, records: records.slice(drop) };
  }),
});

const RECORDS_MAX = 1000;
