import type { World } from "../kernel/world.ts";
import { SOLVE_TIMER } from "../processes/plan-solve.ts";
import type { Process } from "../processes/process.ts";
import { instanceOf } from "../processes/process-keys.ts";
import { BACKLOGS } from "./evaluation/backlogs.ts";
import { capacityOf } from "./evaluation/capacity.ts";
import { quantise } from "./evaluation/distribution.ts";
import { circumstancesOf } from "./evaluation/evaluation.ts";
import { createProcessors } from "./processors/processors.ts";
import { type TippingPoint, tippingPoint } from "./tipping-point.ts";
import type { Traffic } from "./traffic.ts";

/** Brings the backlogs to this instant, by the rates that held since they were last looked at. */
export const moveBacklogs = (world: World): void => {
  const drifts = world.map<Drifts>(DRIFTS).get(ALL);
  if (drifts === undefined || drifts.fromMs === world.nowMs()) return;
  const seconds = (world.nowMs() - drifts.fromMs) / 1000;
  const before = BACKLOGS.of(world);
  const backlogs: Record<string, number> = {};
  const of: Record<string, Drift> = {};
  for (const [instance, drift] of Object.entries(drifts.of)) {
    const chances = drift.chances - (drift.tips?.perS ?? 0) * seconds;
    const moved = chances <= 0 ? (drift.tips?.waiting ?? 0) : (before[instance] ?? 0) + drift.perS * seconds;
    const waiting = quantise(Math.min(drift.most, moved));
    if (waiting >= LEAST) backlogs[instance] = waiting;
    of[instance] = { ...drift, chances: quantise(chances) };
  }
  world.map<Drifts>(DRIFTS).set(ALL, { fromMs: world.nowMs(), of });
  BACKLOGS.set(world, backlogs);
};

/** Notes how the backlogs move from now on: what is asked of a process less what it can do. */
export const planBacklogs = (world: World, processes: readonly Process[], { demand }: Traffic): void => {
  const known = world.map<Drifts>(DRIFTS);
  const before = known.get(ALL);
  const backlogs = BACKLOGS.of(world);
  const processors = createProcessors(world, demand, backlogs);
  const of: Record<string, Drift> = {};
  let dueMs = Number.POSITIVE_INFINITY;
  for (const process of processes) {
    const asked = demand.get(process.key);
    if (process.app === undefined || asked === undefined) continue;
    const circumstances = circumstancesOf({ backlogs, processors }, process);
    const { waiting } = circumstances;
    const capacity = capacityOf(process, process.app, asked, circumstances);
    const drift = asked.rate - capacity.perS;
    const isSteady = waiting === 0 && drift < LEAST;
    const tips = isSteady ? tippingPoint(world, process, demand, capacity) : undefined;
    if (isSteady && tips === undefined) continue;
    const instance = instanceOf(process);
    const chances = chancesOf(world, instance, before?.of[instance]);
    of[instance] = { perS: isSteady ? 0 : quantise(drift), most: capacity.queue, chances, ...(tips && { tips }) };
    if (tips !== undefined) dueMs = Math.min(dueMs, Math.ceil((chances * 1000) / tips.perS));
    else if (waiting > capacity.queue || (drift < 0 ? waiting > 0 : drift >= LEAST && waiting < capacity.queue))
      dueMs = Math.min(dueMs, TICK_MS);
  }
  if (Object.keys(of).length > 0) known.set(ALL, { fromMs: world.nowMs(), of });
  else if (before !== undefined) {
    known.delete(ALL);
    BACKLOGS.set(world, {});
  }
  if (dueMs < Number.POSITIVE_INFINITY) world.setTimerNoLaterThan(SOLVE_TIMER, "", world.nowMs() + dueMs);
};

/** Movement of the backlogs, by the process's instance. */
interface Drifts {
  readonly fromMs: number;
  readonly of: Readonly<Record<string, Drift>>;
}

interface Drift {
  /** Requests per second by which it grows. */
  readonly perS: number;
  readonly most: number;
  /** The backlog that chance makes, and from which on it grows by itself. */
  readonly tips?: TippingPoint;
  /** Average times that chance may still come before it does: an exponential draw. */
  readonly chances: number;
}

const chancesOf = (world: World, instance: string, before: Drift | undefined): number =>
  before !== undefined && before.chances > 0
    ? before.chances
    : quantise(-Math.log(1 - world.rng(`flow/chances/${instance}/${world.nowMs()}`).fraction()));

const DRIFTS = "flow/backlog-drifts";
const ALL = "";

/** Less than this waits nowhere. */
const LEAST = 0.05;

/** Interval between looks at backlogs that move, ms. */
const TICK_MS = 1000;
