import { actAs, ORDINARY_MANAGERS } from "#changes/act-as.ts";
import type { Rng } from "#core/rng.ts";
import type { Injector, Place } from "#injectors/injector.ts";
import type { Twin } from "#injectors/twin.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { remember } from "#kube/checks/remember.ts";
import { ApiError } from "#kube/ports/api-error.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { Slot } from "#pool/backend.ts";
import type { Decoy } from "#problems/problem.ts";
import type { ActionTool } from "../actions/action.ts";
import type { InjectedFault } from "./incident.ts";
import { leadMaxMs } from "./lead-time.ts";
import { createNoiseSchedule } from "./noise-schedule.ts";
import { drawTrouble, mendTrouble } from "./passing-trouble.ts";
import { placeTwins } from "./place-twins.ts";
import { plannedActs, triggersOverMs } from "./planned-acts.ts";
import { surroundFault } from "./surround-fault.ts";
import { memoOf } from "./undo-faults.ts";

/** Everything in a slot that the agent is to find. */
export interface Circumstances {
  readonly faults: readonly InjectedFault[];
  readonly twins: readonly Twin[];
  readonly decoys: readonly Decoy[];
  /** Faults of which one may have come and gone, if there are none. */
  readonly injectors: readonly Injector[];
  /** Tools by which it was mended. */
  readonly tools: readonly ActionTool[];
  /** State of the app in which nothing is wrong. */
  readonly baseline: Baseline;
  /** False: nobody works on the slot but the fault, and the episode starts as soon as it shows. */
  readonly hasSurroundings: boolean;
  /** True: others roll out and scale in the last minutes, and some episodes start before the alerts fire. */
  readonly isLively: boolean;
  /** Time that is to pass between the first symptoms and the episode's start, ms; undefined: drawn. */
  readonly leadMs: number | undefined;
}

/**
 * Brings about what the agent finds, until the symptoms show; where there is no fault, one may have come and gone.
 *
 * @returns time of the injection, ms since the Unix epoch
 */
export const bringAbout = async (slot: Slot, circumstances: Circumstances, place: Place, rng: Rng): Promise<number> => {
  const { faults, injectors, tools, baseline, isLively } = circumstances;
  await slot.saveMemo?.(memoOf(faults));
  const troubles = rng.stream("trouble");
  const trouble = isLively && faults.length === 0 && tools.length > 0 ? await drawTrouble(troubles, injectors, slot, place) : undefined;
  if (trouble === undefined) return await injectAmidst(slot, circumstances, place, rng);
  const injectedMs = await injectAmidst(slot, { ...circumstances, faults: [trouble] }, place, rng);
  await mendTrouble(slot, trouble, { baseline, tools, rng: troubles });
  return injectedMs;
};

const injectAmidst = async (
  slot: Slot,
  { faults, twins, decoys, hasSurroundings, isLively, leadMs }: Circumstances,
  place: Place,
  rng: Rng,
): Promise<number> => {
  await placeDecoys(slot.admin, place, rng.stream("decoys"), decoys);
  const [early, beside] = halves(twins);
  await placeTwins(slot.admin, place.namespace, rng.stream("early twins"), early);
  let injectedMs = 0;
  let timed = slot.admin;
  const inject = async (cluster: ClusterPort): Promise<ClusterPort> => {
    await placeTwins(slot.admin, place.namespace, rng.stream("twins beside"), beside);
    for (const fault of faults) {
      await fault.injector.inject(cluster, fault.params, place);
      // The next one may hide it, such as one for which its pods do not start.
      if (isHitAgain(fault, faults)) await waitForSymptoms(slot.admin, [fault], place);
    }
    injectedMs = slot.admin.clock.nowMs();
    timed = withTimelines(slot.admin, faults, place);
    return timed;
  };
  const show = async (): Promise<void> => {
    await timed.clock.sleep(Math.max(0, injectedMs + triggersOverMs(faults, place) - timed.clock.nowMs()));
    const last = faults.filter((fault) => !isHitAgain(fault, faults));
    await waitForSymptoms(timed, last, place);
  };
  if (hasSurroundings)
    await surroundFault(slot, faults, rng.stream("surroundings"), { isLively, changed: changedBy(twins), inject, show, leadMs });
  else {
    await inject(slot.admin);
    if (leadMs !== undefined) {
      await show();
      await timed.clock.sleep(Math.min(leadMs, leadMaxMs(slot, faults)));
    }
  }
  await show();
  return injectedMs;
};

/** True if a later fault is in the same object. */
const isHitAgain = (fault: InjectedFault, faults: readonly InjectedFault[]): boolean =>
  faults.findLastIndex(({ target }) => target === fault.target) > faults.indexOf(fault);

/** Port on whose clock what the faults do after the injection, which is now, comes in its time. */
const withTimelines = (admin: ClusterPort, faults: readonly InjectedFault[], place: Place): ClusterPort => {
  const nowMs = admin.clock.nowMs();
  const planned = plannedActs(faults, place, nowMs, nowMs - 1);
  return createNoiseSchedule({ generators: [], planned, seed: "", startMs: nowMs, place, spared: [] }).over(admin, admin);
};

/** Names of the objects that twins change. */
const changedBy = (twins: readonly Twin[]): ReadonlySet<string> =>
  new Set(twins.flatMap((twin) => (twin.verb === "patch" ? [twin.name] : [])));

/** Some twins are there for minutes when the faults come, others are made in the same second, so that age tells nothing. */
const halves = (twins: readonly Twin[]): readonly [readonly Twin[], readonly Twin[]] => {
  const isEarly = (_: Twin, index: number): boolean => index % 2 === 0;
  return [twins.filter(isEarly), twins.filter((twin, index) => !isEarly(twin, index))];
};

/** Decoys come as other objects do: by one of the ordinary ways, one after the other. */
const placeDecoys = async (cluster: ClusterPort, place: Place, rng: Rng, decoys: readonly Decoy[]): Promise<void> => {
  for (const decoy of decoys) {
    const own = rng.stream(decoy.id);
    await placeSomewhere(decoy, actAs(cluster, own.stream("manager").pick(ORDINARY_MANAGERS)), place, own);
  }
};

/** Draws again where the app has an object of the drawn name already. */
const placeSomewhere = async (decoy: Decoy, cluster: ClusterPort, place: Place, rng: Rng): Promise<void> => {
  for (let left = NAMES_TRIED - 1; ; left--) {
    try {
      return await decoy.place(cluster, place, rng.stream(`name ${left}`));
    } catch (cause) {
      if (left === 0 || !(cause instanceof ApiError) || cause.code !== 409) throw cause;
    }
  }
};

const NAMES_TRIED = 8;

const waitForSymptoms = async (cluster: ClusterPort, faults: readonly InjectedFault[], place: Place): Promise<void> => {
  for (const { injector, target, params } of faults) {
    for (const { name, isSeen } of injector.symptoms(params, place)) {
      const isThere = await isSeenInTime(cluster, isSeen);
      if (!isThere) throw new Error(`${injector.id} on ${target}: "${name}" is not seen within ${VISIBILITY_GATE_MS} ms`);
    }
  }
};

/** True once it is seen; ages, metrics and logs change by time alone, so that it is looked for at intervals too. */
const isSeenInTime = async (cluster: ClusterPort, isSeen: (view: ClusterView) => Promise<boolean>): Promise<boolean> => {
  for (let waitedMs = 0; waitedMs < VISIBILITY_GATE_MS; waitedMs += LOOK_EVERY_MS)
    if (await cluster.clock.until(remember(cluster, isSeen), { timeoutMs: LOOK_EVERY_MS })) return true;
  return false;
};

/** Interval at which metrics are scraped, ms. */
const LOOK_EVERY_MS = 15_000;

/** Timeout until the symptoms of an injection show, ms: a JVM that is probed after a minute is killed half a minute later. */
const VISIBILITY_GATE_MS = 240_000;
