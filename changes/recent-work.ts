import type { Ratio, Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { keepsOldPods } from "#kube/verbs/recreate-workload.ts";
import { type Operation, pickOperation } from "./operation.ts";
import type { DatedWrite } from "./ordinary-write.ts";
import { instantIn, type Span } from "./plan-edits.ts";
import { DELETE_POD, RESTART, recentOperations, SCALE_OUT } from "./recent-operations.ts";

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
  /** Work on the same workload that has settled before this begins; missing: none. */
  readonly earlier?: RecentWork | undefined;
}

/**
 * Draws five or six workloads that people roll out, scale or restart in the last minutes, some of them badly and back again.
 *
 * It leaves events of the kinds that a fault's own injection leaves, on those that nothing is wrong with; at its end each runs what
 * it ran before, beside a replica more here and there. Any workload can be among them, also those whose old pods end first and those
 * that depend on the faults': else that one was worked on would tell that it is broken. Some have been worked on twice, those that
 * the faults are in once before the faults as often: else the number of events would tell. The first is over at once and can come last.
 */
export const drawRecentWork = ({ baseline, spared, written, changed, isHurried, rng }: RecentWorkRequest): readonly RecentWork[] => {
  const roles = new Map(baseline.app.components.map(({ name, role }) => [name, role]));
  const draw = (deployment: Deployment, own: Rng, fits: (operation: Operation) => boolean): RecentWork | undefined => {
    const { name } = deployment.metadata;
    const hasGap = !keepsOldPods(deployment);
    const operation = pickOperation(
      recentOperations(deployment, roles.get(name)).filter(
        (candidate) => fits(candidate) && !(isHurried && hasGap && candidate.id === RESTART.id),
      ),
      deployment,
      own,
    );
    if (operation === undefined) return undefined;
    const lastsMs = operation.lastsMs === undefined ? 0 : own.stream("lasts").int(...LASTS_S) * 1000;
    // Old pods that still end count against a quota that comes now.
    const isSpared = spared.has(name);
    return {
      lastsMs,
      settlesMs: lastsMs > 0 || (hasGap && operation.id !== SCALE_OUT.id) || isSpared ? TAIL_MS : QUICK_TAIL_MS,
      isSpared,
      writes: (atMs) => hasten(operation.writes(deployment, own.stream("writes"), atMs), lastsMs),
    };
  };
  const drawEarlier = (deployment: Deployment): RecentWork | undefined => {
    const own = rng.stream(`earlier ${deployment.metadata.name}`);
    return own.chance(TWICE) ? draw(deployment, own, ({ id }) => id !== SCALE_OUT.id) : undefined;
  };
  const workOn = (deployment: Deployment, isQuick: boolean): RecentWork | undefined => {
    const { name } = deployment.metadata;
    const work = draw(
      deployment,
      rng.stream(name),
      ({ id, lastsMs }) => !(changed.has(name) && !UNCHANGING.has(id)) && !(isQuick && lastsMs !== undefined),
    );
    return work && { ...work, earlier: changed.has(name) ? undefined : drawEarlier(deployment) };
  };
  const deployments = ownObjects(baseline, "deployments.apps") as readonly Deployment[];
  const isWritten = ({ metadata }: Deployment): boolean => written.has(`deployment/${metadata.name}`);
  const candidates = rng
    .stream("workloads")
    .shuffle(deployments)
    .filter((deployment) => !isWritten(deployment));
  const isFree = ({ metadata: { name } }: Deployment): boolean => !spared.has(name) && !changed.has(name);
  const first = candidates.find((deployment) => isFree(deployment) && workOn(deployment, true) !== undefined) ?? candidates[0];
  const others = candidates.filter((deployment) => deployment !== first);
  const beforeFaults = deployments
    .filter((deployment) => isWritten(deployment) && !changed.has(deployment.metadata.name))
    .map(drawEarlier)
    .map((work) => work && { ...work, settlesMs: TAIL_MS, isSpared: true });
  return [
    first && workOn(first, true),
    ...others.slice(0, rng.stream("count").pick(COUNTS) - 1).map((deployment) => workOn(deployment, isHurried)),
    ...beforeFaults,
  ].filter((work) => work !== undefined);
};

const COUNTS: readonly number[] = [5, 5, 6];

/** Share of the workloads that have been worked on twice. */
const TWICE: Ratio = { numerator: 1, denominator: 3 };

/** Operations that leave the spec of a workload as it is. */
const UNCHANGING: ReadonlySet<string> = new Set([RESTART.id, DELETE_POD.id]);

/** Time until somebody goes back on what did not work, seconds. */
const LASTS_S: readonly [least: number, most: number] = [25, 70];

/** Time in which pods that were rolled back are ready again, ms. */
const TAIL_MS = 50_000;

/** The same for what is over at once. */
const QUICK_TAIL_MS = 12_000;

/** Lets the second write of an operation come when somebody stands by. */
const hasten = ([first, ...later]: readonly DatedWrite[], lastsMs: number): readonly DatedWrite[] =>
  first === undefined ? [] : [first, ...later.map((write) => ({ ...write, atMs: first.atMs + lastsMs }))];

/** When recent work can be. */
export interface WorkTimes {
  readonly nowMs: number;
  readonly injectAtMs: number;
  /** Time between the faults and the start, ms. */
  readonly latenessMs: number;
  /** Span after the faults in which others could have come as well, ms. */
  readonly lateMs: number;
}

/**
 * Sets the times of recent work: its last write is anywhere in the span in which the faults can come.
 *
 * The first often comes after that: else the fault's pods would often be the youngest, and its events the newest. Work on
 * what must be spared comes before the faults, where there is time for it.
 */
export const datedWork = (
  work: readonly RecentWork[],
  rng: Rng,
  { nowMs, injectAtMs, latenessMs, lateMs }: WorkTimes,
): { readonly before: readonly DatedWrite[]; after(injectedMs: number): readonly DatedWrite[] } => {
  const placed = work.flatMap(({ isSpared, lastsMs, settlesMs, writes, earlier }, index) => {
    const isLast = index === 0 && rng.chance(FIRST_LAST);
    const roomMs = Math.min(latenessMs - settlesMs, isLast ? latenessMs : lateMs) - lastsMs;
    const share = { numerator: injectAtMs - nowMs, denominator: injectAtMs - nowMs + Math.max(0, roomMs) };
    const isBefore = isSpared || roomMs < 1000 || (!isLast && rng.chance(share));
    const early = { fromMs: nowMs, untilMs: isSpared ? injectAtMs - lastsMs - settlesMs : injectAtMs };
    const span: Span = isBefore ? early : { fromMs: 1000, untilMs: roomMs };
    if (span.untilMs - span.fromMs < 1000) return [];
    const atMs = instantIn(rng, span);
    return [
      { isBefore, writes, atMs },
      ...(earlier === undefined ? [] : placedEarlier(earlier, rng, { fromMs: nowMs, untilMs: isBefore ? atMs : injectAtMs })),
    ];
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

/** Share of the first pieces of work that come after all others. */
const FIRST_LAST: Ratio = { numerator: 2, denominator: 3 };

const placedEarlier = ({ writes, lastsMs }: RecentWork, rng: Rng, { fromMs, untilMs }: Span) => {
  const span = { fromMs, untilMs: untilMs - lastsMs - TAIL_MS };
  return span.untilMs - fromMs < 1000 ? [] : [{ isBefore: true, writes, atMs: instantIn(rng, span) }];
};
