import { actAs, ORDINARY_MANAGERS } from "#changes/act-as.ts";
import type { DatedWrite } from "#changes/ordinary-write.ts";
import { planSurroundings } from "#changes/plan-surroundings.ts";
import { playWrites } from "#changes/play-writes.ts";
import type { Rng } from "#core/rng.ts";
import type { Place } from "#injectors/injector.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Slot } from "#pool/backend.ts";
import type { InjectedFault } from "./incident.ts";
import { leadMaxMs } from "./lead-time.ts";
import { sparedComponents } from "./spared-components.ts";

/** The parts of an injection, between which others may write. */
export interface Injection {
  /** True: others roll out and scale in the last minutes, and some episodes start before the alerts fire. */
  readonly isLively: boolean;
  /** Names of workloads that are no longer as in the slot's baseline. */
  readonly changed: ReadonlySet<string>;
  /** Makes the faults, through a port that writes as one of the ordinary managers. @returns port on whose clock they go on */
  inject(cluster: ClusterPort): Promise<ClusterPort>;
  /** Waits until they show. */
  show(): Promise<void>;
  /** Time that is to pass from then to the episode's start, ms; missing: drawn. */
  readonly leadMs?: number | undefined;
}

/**
 * Lets faults come into a slot amid ordinary work: others change things before and after them, and the episode starts some
 * minutes later.
 *
 * On a real cluster, where minutes have to be waited for, the work before the injection is that of its last minute.
 */
export const surroundFault = async (
  slot: Slot,
  faults: readonly InjectedFault[],
  rng: Rng,
  { isLively, changed, inject, show, leadMs }: Injection,
): Promise<void> => {
  const { admin, baseline, namespace, isRealTime } = slot;
  const { clock } = admin;
  const plan = planSurroundings({
    baseline,
    nowMs: clock.nowMs(),
    latestMs: leadMaxMs(slot, faults),
    leadMaxMs: isRealTime ? WORK_BEFORE_MAX_MS : undefined,
    latenessMs: leadMs,
    spared: sparedWorkloads(baseline, faults),
    written: writtenRefs(faults, { app: baseline.app, namespace }),
    isEarly: isLively && leadMs === undefined && rng.stream("early").fraction() < EARLY_SHARE,
    ...(isLively && { changed }),
    rng,
  });
  const play = async (cluster: ClusterPort, writes: readonly DatedWrite[]): Promise<void> =>
    await playWrites(cluster, namespace, isRealTime ? writes.filter(isOfKept) : writes);
  await play(admin, plan.before);
  await sleepUntil(admin, plan.injectAtMs);
  const timed = await inject(actAs(admin, rng.stream("manager").pick(ORDINARY_MANAGERS)));
  await play(timed, plan.beside);
  await show();
  const shownMs = clock.nowMs();
  await play(timed, plan.after(shownMs));
  await sleepUntil(timed, shownMs + plan.latenessMs);
};

/** Names of workloads that must not start anew: those of spared components, and where new pods are refused, those of no component too. */
const sparedWorkloads = (baseline: Baseline, faults: readonly InjectedFault[]): ReadonlySet<string> => {
  const others = faults.some(({ injector }) => injector.refusesPods) ? ownObjects(baseline, "deployments.apps") : [];
  return new Set([...sparedComponents(baseline.app, faults), ...others.map(({ metadata }) => metadata.name)]);
};

/** Share of the episodes that start before most alerts fire. */
const EARLY_SHARE = 0.3;

/** Longest time that a real cluster's work before an injection takes, ms. */
const WORK_BEFORE_MAX_MS = 60_000;

const sleepUntil = async ({ clock }: ClusterPort, atMs: number): Promise<void> => await clock.sleep(Math.max(0, atMs - clock.nowMs()));

/** Real slots keep their old revisions, by which they are rolled back. */
const isOfKept = ({ write }: DatedWrite): boolean => write.verb !== "trim-histories";

/** Objects that the faults write: those in which they are, but for a fault of the host, which writes none. */
const writtenRefs = (faults: readonly InjectedFault[], place: Place): ReadonlySet<string> =>
  new Set(
    faults
      .filter(({ injector }) => injector.scope !== "host")
      .flatMap(({ injector, params }) => injector.truth(params, place).map(({ resource }) => resource)),
  );
