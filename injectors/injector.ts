import type { z } from "zod";
import type { Rng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import type { TruthPair } from "#core/truth.ts";
import type { AppRecord } from "#kube/app/app.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { Attempt } from "#kube/checks/attempts.ts";
import type { Oracle } from "#kube/checks/oracle.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { Evidence } from "./evidence.ts";
import type { FaultWords } from "./fault-words.ts";
import { freeStatefulPods } from "./free-stateful-pods.ts";
import type { Timeline } from "./timeline.ts";
import type { DrawTwins } from "./twin.ts";

/** Layers of faults, by which tasks are grouped: `traffic` has those that stay because of the requests that they cause. */
export const FAULT_LAYERS = [
  "app",
  "container",
  "workload",
  "network",
  "config",
  "storage",
  "scheduling",
  "autoscaling",
  "admission",
  "operator",
  "node",
  "control-plane",
  "data",
  "traffic",
] as const;

export type FaultLayer = (typeof FAULT_LAYERS)[number];

/** Scope of a fault: objects of one namespace, of the cluster, or the host below it. */
export type FaultScope = "namespace" | "cluster" | "host";

/** The place of an injection: which app, in which namespace. */
export interface Place {
  readonly app: AppRecord;
  readonly namespace: string;
}

/** An object that a fault can be applied to. */
export interface Target {
  /** `kind/name` in lower case; `kind/namespace/name` outside the app's namespace. */
  readonly resource: string;
  /** False when users notice nothing (latent). */
  readonly visible: boolean;
  /** Facts about the object that `sample` needs, as JSON. */
  readonly facts: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** True: on this object the defect can hide another component's fault, as `Injector.masks` says of all. Missing: false. */
  readonly masks?: boolean;
}

/** An object that the predicate refuses, with the reason, so that a reader knows why a pair is missing. */
export interface Exclusion {
  readonly resource: string;
  readonly reason: string;
}

/** A fault: one folder under `injectors/`, named for its id. */
export interface Injector<P = unknown> {
  /** Catalogue id, equal to the folder's name. */
  readonly id: string;
  /** Grows when the mutation or the oracle changes meaning; part of task digests. */
  readonly version: number;
  readonly title: string;
  /** Type of the mechanism in the catalogue; ids that share it are one mechanism. */
  readonly catalogueType: string;
  readonly layer: FaultLayer;
  readonly scope: FaultScope;
  /** Family for splits: near-duplicates move together (`probe`, `selector`, `image`, …). */
  readonly family: string;
  /** True when the defect can stand in for another component's fault or hide it, so that the two must not be combined. Missing: false. */
  readonly masks?: boolean;
  /** True: while it is there, the server refuses new pods of workloads that it is not in, so that ordinary work must restart none. Missing: false. */
  readonly refusesPods?: true;
  /** True: its symptoms show under users' requests alone, so that a visible fault elsewhere can keep them from showing. */
  readonly needsTraffic?: boolean;
  /** True: one mistake can make it in many places at once, as one change does that is rolled out everywhere. Missing: false. */
  readonly correlates?: true;
  /** True: faults of its type are told apart by what they name, so that a claim of another of them is another mechanism; a claim of the type means any. */
  readonly toldApart?: true;
  /** Longest time after the injection at which its symptoms still are what they were at first, ms; missing: as long as anybody waits. */
  readonly latestMs?: number;
  /** Capabilities that the backend must have (`network-policy`, …). */
  readonly needs: readonly string[];
  /** Ids of the fixtures that the healthy cluster of its episodes has (`injectors/fixtures/`); missing: none. Its targets are looked for there. */
  readonly fixtures?: readonly string[];
  /** Ids of the fixtures that its episodes do not have unless another of their faults needs them, since they would mend it in time; missing: none. */
  readonly withoutFixtures?: readonly string[];
  /** The words that people have for it, by which diagnoses in free text are read. */
  readonly words: FaultWords;
  readonly params: z.ZodType<P>;
  /** Every object that the fault could be applied to, and those it could not with the reason. Read-only. */
  targets(view: ClusterView, place: Place): Promise<{ readonly targets: readonly Target[]; readonly excluded: readonly Exclusion[] }>;
  /** Parameters for one target: pure in (stream, target), the only place that draws. */
  sample(rng: Rng, target: Target, place: Place): P;
  /** True where users notice nothing with these parameters, although they would of the target; missing: never. */
  isLatent?(params: P): boolean;
  /** Makes the defect as an operator's mistake would. */
  inject(cluster: ClusterPort, params: P, place: Place): Promise<void>;
  /** Acts of the fault after the injection; missing: there are none. */
  timeline?(params: P, place: Place): Timeline;
  /** Only what restoring the baseline's objects does not do (users, data, node state); idempotent. */
  recover?(cluster: ClusterPort, params: P, baseline: Baseline): Promise<void>;
  truth(params: P, place: Place): readonly TruthPair[];
  /** The fault's own conditions; the standing ones (health, nothing lost) are added by the problem. */
  oracle(params: P, baseline: Baseline): Oracle;
  /** The expert's repairs, each a list of tool calls that an agent could make. At least one. */
  solve(params: P, baseline: Baseline): readonly (readonly ToolCall[])[];
  /** Repairs beyond `solve` that are as good: the oracle holds after each. At least one. */
  accepts(params: P, baseline: Baseline): readonly Attempt[];
  /** Attempts that look like a repair and are none: the oracle does not hold after any. At least four. */
  rejects(params: P, baseline: Baseline): readonly Attempt[];
  /** Conditions that show the fault; all must be true before the episode starts. */
  symptoms(params: P, place: Place): readonly Symptom[];
  /** Sights by which an agent tells the defect from a guess, in the order in which one gets to them. At least one. */
  evidence(params: P, place: Place): readonly Evidence[];
  /** Harmless forms of what it breaks, for all episodes. */
  readonly twins: DrawTwins;
}

/** Something that must be observable before the episode starts. */
export interface Symptom {
  readonly name: string;
  isSeen(view: ClusterView): Promise<boolean>;
}

/** Completes an injector by what its repairs take on every kind of workload; the default export of `injectors/<id>/injector.ts`. */
export const defineInjector = <P>(injector: Injector<P>): Injector<P> => ({
  ...injector,
  solve: (params, baseline) => injector.solve(params, baseline).map((calls) => freeStatefulPods(calls, baseline)),
  accepts: (params, baseline) =>
    injector.accepts(params, baseline).map(({ name, calls }) => ({ name, calls: freeStatefulPods(calls, baseline) })),
});
