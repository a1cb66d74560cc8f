import { FLOW_HISTORY, type FlowRow, type QueueFlow } from "../../flow/flow-history.ts";
import type { World } from "../../kernel/world.ts";
import { brokerHomes, groupsAt } from "../../processes/message-groups.ts";
import { makeLabels } from "../promql/labels.ts";
import { containerLives } from "./containers/container-lives.ts";
import type { SampledFamily, SampledSeries } from "./metric-family.ts";

/** Lags of readers at brokers, from the exporter of Kafka and from RabbitMQ's own. */
export const QUEUE_FAMILIES: readonly SampledFamily[] = [
  {
    name: "kafka_consumergroup_lag",
    type: "gauge",
    help: "Current Approximate Lag of a ConsumerGroup at Topic/Partition",
    job: "app",
    series: (world) =>
      seriesOf(world, "kafka", ({ topic, group }) => ({
        __name__: "kafka_consumergroup_lag",
        job: "kafka-exporter",
        consumergroup: group,
        topic,
        partition: "0",
      })),
  },
  ...(["rabbitmq_queue_messages_ready", "rabbitmq_queue_messages"] as const).map(
    (name): SampledFamily => ({
      name,
      type: "gauge",
      help: name === "rabbitmq_queue_messages" ? "Sum of ready and unacknowledged messages" : "Messages ready to be delivered to consumers",
      job: "app",
      series: (world) => seriesOf(world, "rabbitmq", ({ topic }) => ({ __name__: name, job: "rabbitmq", queue: topic })),
    }),
  ),
];

const PORTS = { kafka: 9092, rabbitmq: 15_692 } as const;

const seriesOf = (
  world: World,
  product: QueueFlow["product"],
  named: (stream: Pick<QueueFlow, "topic" | "group">) => Readonly<Record<string, string>>,
): readonly SampledSeries[] =>
  brokerHomes(world).flatMap((home) => {
    const lives = containerLives(world).filter(({ podUid }) => podUid === home);
    const [first] = lives;
    const last = lives.at(-1);
    if (first === undefined || last === undefined) return [];
    const address = first.process.start.pod.status?.podIP ?? first.pod;
    return groupsAt(world, home)
      .filter((group) => group.product === product)
      .map(
        (group): SampledSeries => ({
          labels: makeLabels(
            Object.entries({ ...named(group), instance: `${address}:${PORTS[product]}`, namespace: first.namespace, pod: first.pod }),
          ),
          fromMs: first.startedAtMs,
          ...(last.endedAtMs === undefined ? {} : { untilMs: last.endedAtMs }),
          valueAt: (atMs) => lagAt(world, { broker: first.key, topic: group.topic, group: group.group }, atMs),
        }),
      );
  });

/** Messages that wait at an instant: what the row says, moved on by its slope. */
const lagAt = (world: World, stream: Pick<QueueFlow, "broker" | "topic" | "group">, atMs: number): number => {
  const log = world.log<FlowRow>(FLOW_HISTORY);
  const row = log.at(log.firstIndexWhere(({ fromMs }) => fromMs > atMs) - 1);
  const queue = row?.queues?.find(
    ({ broker, topic, group }) => broker === stream.broker && topic === stream.topic && group === stream.group,
  );
  return queue === undefined || row === undefined ? 0 : Math.max(0, Math.round(queue.lag + (queue.lagPerS * (atMs - row.fromMs)) / 1000));
};
