import { keepFor } from "#core/keep-for.ts";
import type { EdgeFlow, FlowRow, QueueFlow } from "../../flow/flow-history.ts";
import { type CallKind, errorShareOf, toKind } from "./row-calls.ts";

/** Rows of the flow, as far as they are known. */
export interface Timeline {
  /** The row that ends this one; undefined: none yet. */
  readonly after: (row: FlowRow) => FlowRow | undefined;
  /** Virtual time until which the last row is known, ms. */
  readonly untilMs: number;
}

/** Calls by which a group of readers is given a message. */
export interface Delivery {
  readonly row: FlowRow;
  readonly atMs: number;
  readonly kind: CallKind;
  /** Calls for each message; more than one where messages are read again. */
  readonly copies: number;
}

/** Deliveries of a message that is sent in a row at an instant: each group reads it when all before it are done, if it is done by now. */
export const deliveriesOf = (row: FlowRow, sent: EdgeFlow, atMs: number, timeline: Timeline): readonly Delivery[] => {
  const topic = sent.message?.topic;
  if (topic === undefined) return [];
  return [...groupsOf(row)(topic)].flatMap((group): readonly Delivery[] => {
    const queue = row.queues?.find((one) => one.topic === topic && one.group === group);
    const read = readAt(row, { topic, group }, waiting(row, queue, atMs), atMs, timeline);
    const kind = read === undefined ? undefined : kindIn(read.row, { topic, group }, sent);
    if (read === undefined || kind === undefined) return [];
    const perS = publishedPerS(row)(topic);
    return perS <= 0 ? [] : [{ ...read, kind, copies: (workedPerS(row, { topic, group }) + (queue?.lagPerS ?? 0)) / perS }];
  });
};

interface Place {
  readonly topic: string;
  readonly group: string;
}

const groupsOf = keepFor((row: FlowRow) => {
  const byTopic = new Map<string, Set<string>>();
  const add = ({ topic, group }: Place): void => {
    byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(group));
  };
  for (const { message } of row.edges) if (message?.group !== undefined) add(message as Place);
  for (const queue of row.queues ?? []) add(queue);
  return (topic: string): ReadonlySet<string> => byTopic.get(topic) ?? NONE;
});

const NONE: ReadonlySet<string> = new Set();

/** Messages that are read before one that is sent at an instant. */
const waiting = ({ fromMs }: FlowRow, queue: QueueFlow | undefined, atMs: number): number =>
  queue === undefined ? 0 : Math.max(0, queue.lag + (queue.lagPerS * (atMs - fromMs)) / 1000);

/** The row and the instant in which a group has read so many messages from an instant on. */
const readAt = (
  first: FlowRow,
  place: Place,
  messages: number,
  fromMs: number,
  { after, untilMs }: Timeline,
): Pick<Delivery, "row" | "atMs"> | undefined => {
  let [left, atMs] = [messages, fromMs];
  for (let row: FlowRow | undefined = first; row !== undefined; ) {
    const next = after(row);
    const endMs = Math.min(next?.fromMs ?? untilMs, untilMs);
    const perS = workedPerS(row, place);
    const readMs = perS <= 0 ? Number.POSITIVE_INFINITY : (left * 1000) / perS;
    if (atMs + readMs <= endMs) return { row, atMs: atMs + readMs };
    left -= (perS * Math.max(0, endMs - atMs)) / 1000;
    atMs = Math.max(atMs, endMs);
    row = atMs < untilMs ? next : undefined;
  }
  return undefined;
};

const workedPerS = (row: FlowRow, place: Place): number => edgesTo(row)(place).reduce((sum, { rate }) => sum + rate, 0);

const edgesTo = keepFor((row: FlowRow) => {
  const byPlace = Map.groupBy(row.edges, ({ message }) => (message?.group === undefined ? "" : keyOf(message as Place)));
  return (place: Place): readonly EdgeFlow[] => byPlace.get(keyOf(place)) ?? [];
});

const keyOf = ({ topic, group }: Place): string => `${topic} ${group}`;

/** Messages that come to a topic, per second. */
const publishedPerS = keepFor((row: FlowRow) => {
  const sums = new Map<string, number>();
  for (const edge of row.edges)
    if (edge.message !== undefined && edge.message.group === undefined)
      sums.set(edge.message.topic, (sums.get(edge.message.topic) ?? 0) + edge.rate * (1 - errorShareOf(edge)));
  return (topic: string): number => sums.get(topic) ?? 0;
});

/** Deliveries of the sender's messages for the same request, else those of any. */
const kindIn = (row: FlowRow, place: Place, { from, root }: EdgeFlow): CallKind | undefined => {
  const edges = edgesTo(row)(place).filter(({ rate }) => rate > 0);
  const own = edges.filter((edge) => edge.from === from && edge.root === root);
  const chosen = own.length > 0 ? own : edges;
  return chosen.length === 0 ? undefined : toKind(chosen);
};
