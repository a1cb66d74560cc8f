import { isSameJson } from "#core/canonical-json.ts";
import type { World } from "../kernel/world.ts";
import { brokerHomes, groupAt, groupsAt, type MessageGroup, setMessageGroups } from "../processes/message-groups.ts";
import { SOLVE_TIMER } from "../processes/plan-solve.ts";
import { quantise } from "./evaluation/distribution.ts";
import { LAGS, lagKey } from "./evaluation/lags.ts";
import type { QueueFlow } from "./flow-history.ts";
import type { MessageFlow, Traffic } from "./traffic.ts";

/** Brings the lags of all groups to this instant. */
export const moveMessages = (world: World): void => {
  const lags: Record<string, number> = {};
  for (const home of brokerHomes(world)) {
    for (const group of groupsAt(world, home)) {
      const lag = quantise(groupAt(group, world.nowMs()).lag);
      if (lag >= LEAST) lags[lagKey(home, group)] = lag;
    }
  }
  LAGS.set(world, lags);
};

/** Notes how the groups move from now on, and plans when that changes. @returns what the history says of it */
export const planMessages = (world: World, traffic: Traffic): readonly QueueFlow[] => {
  const rows: QueueFlow[] = [];
  let dueMs = Number.POSITIVE_INFINITY;
  for (const home of new Set([...brokerHomes(world), ...traffic.messages.map((flow) => flow.home)])) {
    const before = groupsAt(world, home);
    const groups = movedGroups(world, before, home, traffic);
    if (!isSameJson(groups, before)) setMessageGroups(world, home, groups);
    for (const group of groups) {
      const { lag } = groupAt(group, world.nowMs());
      const broker = traffic.brokers.get(home);
      if (broker !== undefined && (lag >= LEAST || group.lagPerS > 0)) rows.push({ ...broker, ...rowOf(group, lag) });
      const flow = traffic.messages.find((one) => one.home === home && one.topic === group.topic && one.group === group.group);
      dueMs = Math.min(dueMs, changesInMs(group, lag, flow));
    }
  }
  if (dueMs < Number.POSITIVE_INFINITY) world.setTimerNoLaterThan(SOLVE_TIMER, "", world.nowMs() + Math.ceil(dueMs));
  return rows;
};

const rowOf = ({ product, topic, group, lagPerS }: MessageGroup, lag: number) => ({ product, topic, group, lag: quantise(lag), lagPerS });

/** Groups that the broker knew and those that read now; one that moves as before stays as it is. */
const movedGroups = (
  world: World,
  before: readonly MessageGroup[],
  home: string,
  { messages, published, senders: sentBy }: Traffic,
): readonly MessageGroup[] => {
  const reading = messages.filter((flow) => flow.home === home);
  const idle = before.filter(({ topic, group }) => !reading.some((flow) => flow.topic === topic && flow.group === group));
  const now: readonly Moving[] = [
    ...reading,
    ...idle.map(({ product, topic, group }) => ({ product, topic, group, donePerS: 0, members: [] })),
  ];
  return now.map(({ product, topic, group, donePerS, members }): MessageGroup => {
    const known = before.find((one) => one.topic === topic && one.group === group);
    const { sent, lag } = known === undefined ? { sent: 0, lag: 0 } : groupAt(known, world.nowMs());
    const sentPerS = quantise(published.get(`${home} ${topic}`) ?? 0);
    const growth = quantise(sentPerS - donePerS);
    // A group that is up to date does what comes.
    const lagPerS = Math.abs(growth) < TOLERANCE * sentPerS || (growth < 0 && lag < LEAST) ? 0 : growth;
    const rates = { sentPerS, lagPerS, members, senders: sentBy.get(`${home} ${topic}`) ?? [] };
    if (known !== undefined && isSameJson(rates, ratesOf(known))) return known;
    return { product, topic, group, fromMs: world.nowMs(), sent: quantise(sent), lag: lag < LEAST ? 0 : quantise(lag), ...rates };
  });
};

const ratesOf = ({ sentPerS, lagPerS, members, senders }: MessageGroup) => ({ sentPerS, lagPerS, members, senders });

type Moving = Pick<MessageFlow, "product" | "topic" | "group" | "donePerS" | "members">;

/** Time until a group that moves as it does is to be looked at again, ms. */
const changesInMs = ({ lagPerS }: MessageGroup, lag: number, flow: MessageFlow | undefined): number => {
  if (lagPerS === 0) return Number.POSITIVE_INFINITY;
  const isEmptyMs = lagPerS < 0 ? (lag * 1000) / -lagPerS : Number.POSITIVE_INFINITY;
  return flow !== undefined && lag < flow.batch ? Math.min(isEmptyMs, TICK_MS) : isEmptyMs;
};

/** Less than this is no lag. */
const LEAST = 0.5;

/** Share of a rate that is no difference. */
const TOLERANCE = 1e-4;

/** Interval between looks at a group whose batches grow or shrink with its lag, ms. */
const TICK_MS = 5000;
