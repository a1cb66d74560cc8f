import type { Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Secret } from "#kube/types/storage.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { secretValue } from "./belongings.ts";
import { MARKS, NEW_MARKS, TOUCH } from "./marks.ts";
import { MINUTE_MS, type Operation, pickOperation } from "./operation.ts";
import type { DatedWrite } from "./ordinary-write.ts";
import { restartWrite } from "./roll-outs.ts";
import { SETTINGS } from "./settings.ts";

/** What the ordinary work around an injection is drawn for. */
export interface SurroundingsRequest {
  readonly baseline: Baseline;
  readonly nowMs: number;
  /** Longest time that may pass between the injection and the episode's start, ms. */
  readonly latestMs: number;
  /** Names of components that must not be rolled: what a fault does to those who start anew is the fault's to show. */
  readonly spared: ReadonlySet<string>;
  readonly rng: Rng;
}

/** The ordinary work around an injection. */
export interface Surroundings {
  /** Writes before the injection, and the time of the injection. */
  readonly before: readonly DatedWrite[];
  readonly injectAtMs: number;
  /** Time that passes between the injection and the episode's start, ms. */
  readonly latenessMs: number;
  /** Writes after it, for a given instant of the injection's end. */
  after(injectedMs: number): readonly DatedWrite[];
}

/**
 * Plans what others do to an app before and after a fault comes into it: a pure function of the baseline and the stream.
 *
 * After the injection there is nearly always a younger pod than the fault's, and always a newer write. Somebody goes through a
 * drawn share of the objects of each kind that faults are in, so that the place of the fault's own write among them is as likely
 * as any other.
 */
export const planSurroundings = ({ baseline, nowMs, latestMs, spared, rng }: SurroundingsRequest): Surroundings => {
  const kept = (resource: string) => ownObjects(baseline, resource).filter(isKept);
  const objects = MARKED.flatMap(kept);
  const deployments = ownObjects(baseline, "deployments.apps");
  const leadMs = rng.int(1, 8) * MINUTE_MS;
  const latenessMs = drawLateness(rng.stream("lateness"), latestMs);
  return {
    before: drawMarks(objects, rng.stream("before"), { count: rng.int(0, 2), fromMs: nowMs, untilMs: nowMs + leadMs }),
    injectAtMs: nowMs + leadMs,
    latenessMs,
    after: (injectedMs) => {
      const startMs = injectedMs + latenessMs;
      const last = { operations: NEW_MARKS, fromMs: startMs - LAST_MS, untilMs: startMs - 1000 };
      return [
        ...drawRoll(baseline, spared, rng.stream("roll"), injectedMs, latenessMs),
        ...SWEPT.flatMap((resource) =>
          drawSweep(kept(resource), rng.stream(`sweep ${resource}`), { fromMs: injectedMs, untilMs: startMs }),
        ),
        ...drawMarks(objects, rng.stream("after"), { count: rng.int(1, 2), fromMs: injectedMs, untilMs: startMs }),
        ...drawMarks(deployments, rng.stream("last deployment"), { ...last, count: 1 }),
        ...drawMarks(objects, rng.stream("last"), { ...last, count: rng.int(1, 2) }),
      ];
    },
  };
};

/** Span at the end in which somebody always writes something, ms. */
const LAST_MS = 20_000;

/** Span at the end in which nothing is rolled, ms. */
const TAIL_MS = 50_000;

/** Short ones more often than long ones. */
const drawLateness = (rng: Rng, latestMs: number): number => {
  const [least, most] = rng.pick(LATENESS_S);
  return Math.min(latestMs, rng.int(least, most) * 1000);
};

const LATENESS_S: readonly (readonly [least: number, most: number])[] = [
  [120, 300],
  [120, 600],
  [300, 900],
  [600, 1800],
];

/** Resources on whose objects people leave marks. */
const MARKED: readonly string[] = [
  "deployments.apps",
  "statefulsets.apps",
  "services",
  "configmaps",
  "secrets",
  "networkpolicies.networking.k8s.io",
  "poddisruptionbudgets.policy",
  "cronjobs.batch",
];

/** Resources of which a drawn share is gone through after an injection. */
const SWEPT: readonly string[] = ["deployments.apps", "statefulsets.apps", "services", "configmaps", "networkpolicies.networking.k8s.io"];

const isKept = ({ metadata: { name, ownerReferences } }: KubeObject): boolean =>
  name !== "kube-root-ca.crt" && ownerReferences === undefined;

interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** One mark each on a share of a kind's objects, between none and all with equal chances. */
const drawSweep = (objects: readonly KubeObject[], rng: Rng, span: Span): readonly DatedWrite[] => {
  const share = rng.stream("share").fraction();
  return objects
    .filter(({ metadata }) => rng.stream(metadata.name).fraction() < share)
    .flatMap((object) => drawMarks([object], rng.stream(`mark ${object.metadata.name}`), { ...span, operations: [TOUCH], count: 1 }));
};

interface MarkSpan extends Span {
  readonly count: number;
  /** Missing: those of the object's kind. */
  readonly operations?: readonly Operation[];
}

/** Marks, and here and there a setting or a rotated key, on objects drawn with equal chances. */
const drawMarks = (objects: readonly KubeObject[], rng: Rng, { count, fromMs, untilMs, operations }: MarkSpan): readonly DatedWrite[] =>
  Array.from({ length: objects.length === 0 ? 0 : count }).flatMap((_, index) => {
    const own = rng.stream(`${index}`);
    const object = own.pick(objects);
    const atMs = own.int(Math.ceil(fromMs / 1000), Math.floor(untilMs / 1000)) * 1000;
    return pickOperation(operations ?? AMBIENT[object.kind] ?? MARKS, object, own)?.writes(object, own, atMs) ?? [];
  });

const ROTATIONS: readonly Operation[] = [
  {
    id: "rotate",
    weight: 8,
    writes: ({ metadata: { name }, ...object }, rng, atMs) => {
      const keys = Object.keys((object as Secret).data ?? {});
      const patch = { data: Object.fromEntries(keys.map((key) => [key, secretValue(rng)])) };
      return [{ atMs, write: { verb: "patch", resource: "secrets", name, patchType: "merge", patch, manager: "kubectl-patch" } }];
    },
  },
];

/** Settings that take time to be taken back are left out: the fault might show in between. */
const QUICK_SETTINGS = SETTINGS.filter(({ lastsMs }) => lastsMs === undefined);

/** Operations by kind, where there are others than marks. */
const AMBIENT: Readonly<Record<string, readonly Operation[]>> = {
  Deployment: [...MARKS, ...QUICK_SETTINGS],
  Secret: [...MARKS, ...ROTATIONS],
};

/** A restart of one Deployment that goes without a gap. */
const drawRoll = (
  baseline: Baseline,
  spared: ReadonlySet<string>,
  rng: Rng,
  injectedMs: number,
  latenessMs: number,
): readonly DatedWrite[] => {
  const candidates = (ownObjects(baseline, "deployments.apps") as readonly Deployment[]).filter(
    ({ metadata, spec }) => !spared.has(metadata.name) && spec.strategy?.type !== "Recreate" && (spec.replicas ?? 1) > 0,
  );
  const roomMs = latenessMs - 2 * TAIL_MS;
  if (candidates.length === 0 || roomMs < 0 || rng.int(1, candidates.length) === 1) return [];
  // A cache that starts anew fills for minutes, which costs as much as two other restarts.
  const caches = new Set(baseline.app.components.filter(({ role }) => role === "cache").map(({ name }) => name));
  const quick = candidates.filter(({ metadata }) => !caches.has(metadata.name));
  const { name } = rng.pick(quick.length < QUICK_MIN ? candidates : quick).metadata;
  return [restartWrite(name, injectedMs + rng.int(1, Math.floor(roomMs / 1000) + 1) * 1000)];
};

/** With fewer to choose from, the choice would be known. */
const QUICK_MIN = 3;
