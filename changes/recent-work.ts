import type { Ratio, Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { keepsOldPods } from "#kube/verbs/recreate-workload.ts";
import { pickOperation } from "./operation.ts";
import type { DatedWrite } from "./ordinary-write.ts";
import { instantIn, type Span } from "./plan-edits.ts";
import { RESTART, recentOperations } from "./recent-operations.ts";

/** What the work of the last minutes is drawn for. */
export interface RecentWorkRequest {
  readonly baseline: Baseline;
  /** Names of workloads that must not start anew once the faults are there. */
  readonly spared: ReadonlySet<string>;
  /** Objects that the faults write, as `deployment/geo`: nobody else works on them. */
  readonly written: ReadonlySet<string>;
  /** Names of workloads whose specs are no longer those of the baseline: they are only restarted. */
  readonly changed: ReadonlySet<string>;
  /** True: there is time for what is over at once alone. */
  readonly isHurried: boolean;
  readonly rng: Rng;
}

/** Work on one workload, from its first write on. */
export interface RecentWork {
  /** Longest time from its first write to its last, ms. */
  readonly lastsMs: number;
  /** Time from its last write until nobody misses its pods, ms. */
  readonly settlesMs: number;
  /** True: it must have settled when the faults come. */
  readonly isSpared: boolean;
  /** Its writes, the first of them at `atMs`. */
  writes(atMs: number): readonly DatedWrite[];
}

/**
 * Draws four or five workloads that people roll out, scale or restart in the last minutes, some of them badly and back again.
 *
 * It leaves events of the kinds that a fault's own injection leaves, on those that nothing is wrong with; at its end each runs what
 * it ran before, beside a replica more here and there. Any workload can be among them, also those whose old pods end first and those
 * that depend on the faults': else that one was worked on would tell that it is broken. The first is over at once and can come last.
 */
export const drawRecentWork = ({ baseline, spared, written, changed, isHurried, rng }: RecentWorkRequest): readonly RecentWork[] => {
  const roles = new Map(baseline.app.components.map(({ name, role }) => [name, role]));
  const workOn = (deployment: Deployment, isQuick: boolean): RecentWork | undefined => {
    const { name } = deployment.metadata;
    const own = rng.stream(name);
    const hasGap = !keepsOldPods(deployment);
    // Old pods that still end count against a quota that comes now.
    const isSpared = spared.has(name);
    const operation = pickOperation(
      recentOperations(deployment, roles.get(name)).filter(
        ({ id, lastsMs }) =>
          !(changed.has(name) && id !== RESTART.id) && !(isQuick && lastsMs !== undefined) && !(isHurried && hasGap && id === RESTART.id),
      ),
      deployment,
      own,
    );
    if (operation === undefined) return undefined;
    const lastsMs = operation.lastsMs === undefined ? 0 : own.stream("lasts").int(...LASTS_S) * 1000;
    return {
      lastsMs,
      settlesMs: lastsMs > 0 || (hasGap && operation === RESTART) || isSpared ? TAIL_MS : QUICK_TAIL_MS,
      isSpared,
      writes: (atMs) => hasten(operation.writes(deployment, own.stream("writes"), atMs), lastsMs),
    };
  };
  const candidates = rng
    .stream("workloads")
    .shuffle(ownObjects(baseline, "deployments.apps") as readonly Deployment[])
    .filter(({ metadata }) => !written.has(`deployment/${metadata.name}`));
  const first = candidates.find(({ metadata: { name } }) => !spared.has(name) && !changed.has(name)) ?? candidates[0];
  const others = candidates.filter((deployment) => deployment !== first);
  return [
    ...(first === undefined ? [] : [workOn(first, true)]),
    ...others.slice(0, rng.stream("count").pick(COUNTS) - 1).map((deployment) => workOn(deployment, isHurried)),
  ].filter((work) => work !== undefined);
};

const COUNTS: readonly number[] = [4, 4, 5];

/** Time until somebody goes back on what did not work, seconds. */
const LASTS_S: readonly [least: number, most: number] = [25, 70];

/** Time in which pods that were rolled back are ready again, ms. */
const TAIL_MS = 50_000;

/** The same for what is over at once. */
const QUICK_TAIL_MS = 12_000;

/** Lets the second write of an operation come when somebody stands by. */
const hasten = ([first, ...later]: readonly DatedWrite[], lastsMs: number): readonly DatedWrite[] =>
  first === undefined ? [] : [first, ...later.map((write) => ({ ...write, atMs: first.atMs + lastsMs }))];

/**
 * Sets the times of recent work: anywhere between now and the start, so that it ends before that.
 *
 * The first mostly comes after the injection: else the fault's pods would often be the youngest, and its events the newest. Work on
 * what must be spared comes before it, where there is time for it.
 */
export const datedWork = (
  work: readonly RecentWork[],
  rng: Rng,
  { nowMs, injectAtMs, latenessMs }: { readonly nowMs: number; readonly injectAtMs: number; readonly latenessMs: number },
): { readonly before: readonly DatedWrite[]; after(injectedMs: number): readonly DatedWrite[] } => {
  const placed = work.flatMap(({ isSpared, lastsMs, settlesMs, writes }, index) => {
    const roomMs = latenessMs - settlesMs - lastsMs;
    const shareBefore =
      index === 0 ? FIRST_BEFORE : { numerator: injectAtMs - nowMs, denominator: injectAtMs - nowMs + Math.max(0, roomMs) };
    const isBefore = isSpared || roomMs < 1000 || rng.chance(shareBefore);
    const early = { fromMs: nowMs, untilMs: isSpared ? injectAtMs - lastsMs - settlesMs : injectAtMs };
    const span: Span = isBefore ? early : { fromMs: 1000, untilMs: roomMs };
    return span.untilMs - span.fromMs < 1000 ? [] : [{ isBefore, writes, atMs: instantIn(rng, span) }];
  });
  const early = placed.filter(({ isBefore }) => isBefore).flatMap(({ writes, atMs }) => writes(atMs));
  const late = placed.filter(({ isBefore }) => !isBefore);
  return {
    before: early.filter(({ atMs }) => atMs <= injectAtMs),
    after: (injectedMs) => [
      ...early.filter(({ atMs }) => atMs > injectAtMs),
      ...late.flatMap(({ writes, atMs }) => writes(injectedMs + atMs)),
    ],
  };
};

/** Share of the first pieces of work that come before the injection. */
const FIRST_BEFORE: Ratio = { numerator: 1, denominator: 6 };
