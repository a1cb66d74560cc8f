import type { Ratio, Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { Container } from "#kube/types/pod.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { keepsOldPods } from "#kube/verbs/recreate-workload.ts";
import { type Operation, pickOperation } from "./operation.ts";
import type { DatedWrite } from "./ordinary-write.ts";
import { instantIn } from "./plan-edits.ts";
import { patchDeployment, ROLL_OUTS, restartWrite } from "./roll-outs.ts";

/** What the work of the last minutes is drawn for. */
export interface RecentWorkRequest {
  readonly baseline: Baseline;
  /** Names of workloads that must not be rolled. */
  readonly spared: ReadonlySet<string>;
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
  /** Its writes, the first of them at `atMs`. */
  writes(atMs: number): readonly DatedWrite[];
}

/**
 * Draws two or three workloads that people roll out, scale or restart in the last minutes, some of them badly and back again.
 *
 * It leaves events of the kinds that a fault's own injection leaves, on those that nothing is wrong with; at its end each runs what
 * it ran before, beside a replica more here and there. The first is over at once, so that it can come last.
 */
export const drawRecentWork = ({ baseline, spared, changed, isHurried, rng }: RecentWorkRequest): readonly RecentWork[] => {
  const caches = new Set(baseline.app.components.filter(({ role }) => role === "cache").map(({ name }) => name));
  const candidates = (ownObjects(baseline, "deployments.apps") as readonly Deployment[]).filter(
    // A cache that starts anew fills for minutes, which costs as much as two other restarts.
    (deployment) => !spared.has(deployment.metadata.name) && !caches.has(deployment.metadata.name) && keepsOldPods(deployment),
  );
  return rng
    .stream("workloads")
    .shuffle(candidates)
    .slice(0, rng.stream("count").pick(COUNTS))
    .flatMap((deployment, index) => {
      const { name } = deployment.metadata;
      const own = rng.stream(name);
      const operation = pickOperation(changed.has(name) ? [RESTART] : isHurried || index === 0 ? QUICK : RECENT, deployment, own);
      if (operation === undefined) return [];
      const lastsMs = operation.lastsMs === undefined ? 0 : own.stream("lasts").int(...LASTS_S) * 1000;
      return [{ lastsMs, writes: (atMs: number) => hasten(operation.writes(deployment, own.stream("writes"), atMs), lastsMs) }];
    });
};

/**
 * Sets the times of recent work: anywhere between now and the start, so that it ends before that.
 *
 * The first mostly comes after the injection: else the fault's pods would often be the youngest, and its events the newest.
 */
export const datedWork = (
  work: readonly RecentWork[],
  rng: Rng,
  { nowMs, injectAtMs, latenessMs }: { readonly nowMs: number; readonly injectAtMs: number; readonly latenessMs: number },
): { readonly before: readonly DatedWrite[]; after(injectedMs: number): readonly DatedWrite[] } => {
  const placed = work.map((one, index) => {
    const roomMs = latenessMs - (one.lastsMs === 0 ? QUICK_TAIL_MS : TAIL_MS) - one.lastsMs;
    const shareBefore = index === 0 ? FIRST_BEFORE : { numerator: injectAtMs - nowMs, denominator: injectAtMs - nowMs + roomMs };
    const isBefore = roomMs < 1000 || rng.chance(shareBefore);
    const [fromMs, untilMs] = isBefore ? [nowMs, injectAtMs] : [1000, roomMs];
    return { ...one, isBefore, atMs: instantIn(rng, { fromMs, untilMs }) };
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

/** Span at the end in which nothing is rolled back, ms. */
const TAIL_MS = 50_000;

/** The same for what is over at once. */
const QUICK_TAIL_MS = 12_000;

/** Share of the first pieces of work that come before the injection. */
const FIRST_BEFORE: Ratio = { numerator: 1, denominator: 6 };

const COUNTS: readonly number[] = [2, 2, 2, 3];

/** Time until somebody goes back on what did not work, seconds. */
const LASTS_S: readonly [least: number, most: number] = [25, 70];

/** Lets the second write of an operation come when somebody stands by. */
const hasten = ([first, ...later]: readonly DatedWrite[], lastsMs: number): readonly DatedWrite[] =>
  first === undefined ? [] : [first, ...later.map((write) => ({ ...write, atMs: first.atMs + lastsMs }))];

const RESTART: Operation = { id: "restart", weight: 3, writes: (object, _rng, atMs) => [restartWrite(object.metadata.name, atMs)] };

const SCALE_OUT: Operation = {
  id: "scale-out",
  weight: 1,
  writes: (object, rng, atMs) => [scaleTo(object as Deployment, 1, rng, atMs)],
};

const QUICK: readonly Operation[] = [RESTART, SCALE_OUT];

/** Longest time that any of these operations lasts, ms. */
const MOST_MS = LASTS_S[1] * 1000;

const RECENT: readonly Operation[] = [
  ...ROLL_OUTS.filter(({ leavesBad }) => leavesBad).map((operation) => ({ ...operation, weight: 1 })),
  ...QUICK,
  {
    id: "no-such-node",
    weight: 1,
    lastsMs: MOST_MS,
    fits: (object) => (object as Deployment).spec.template.spec.nodeSelector === undefined,
    writes: (object, rng, atMs) => {
      const selector = (nodeSelector: object | null) =>
        patchDeployment(object.metadata.name, atMs, "kubectl-edit", { template: { spec: { nodeSelector } } });
      return [selector({ "node.kubernetes.io/instance-type": rng.pick(["m6i.large", "c5.xlarge", "e2-standard-4"]) }), selector(null)];
    },
  },
  {
    id: "wrong-probe",
    weight: 1,
    lastsMs: MOST_MS,
    fits: (object) => firstContainer(object as Deployment).readinessProbe?.httpGet !== undefined,
    writes: (object, rng, atMs) => {
      const { name, readinessProbe } = firstContainer(object as Deployment);
      const probe = (path: string | undefined) =>
        patchDeployment(object.metadata.name, atMs, "kubectl-patch", {
          template: { spec: { containers: [{ name, readinessProbe: { httpGet: { path } } }] } },
        });
      return [probe(rng.pick(["/ready", "/status", "/-/healthy"])), probe(readinessProbe?.httpGet?.path)];
    },
  },
  {
    id: "scale-out-and-in",
    weight: 1,
    lastsMs: MOST_MS,
    writes: (object, rng, atMs) => [scaleTo(object as Deployment, 1, rng, atMs), scaleTo(object as Deployment, 0, rng, atMs)],
  },
];

const firstContainer = ({ spec }: Deployment): Container => spec.template.spec.containers[0] as Container;

const scaleTo = ({ metadata, spec }: Deployment, more: number, rng: Rng, atMs: number): DatedWrite =>
  patchDeployment(metadata.name, atMs, rng.pick(["kubectl-edit", "kubectl-patch"]), { replicas: (spec.replicas ?? 1) + more });
