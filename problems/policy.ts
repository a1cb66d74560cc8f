import type { Rng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import type { AppRecord } from "#kube/app/app.ts";
import type { KubeObject, ObjectMeta } from "#kube/types/meta.ts";

/** A scripted policy: one folder under `problems/policies/`, named for its id. */
export interface Policy {
  readonly id: string;
  readonly title: string;
  /** True: acts without understanding and must not earn more than 0.1 anywhere. */
  readonly degenerate: boolean;
  /** True: knows the published form of the app by heart, and may win where that is what is played. */
  readonly memorises?: boolean;
  /** Plans the calls, one per step; a pure function of the random stream. */
  play(situation: Situation, rng: Rng): readonly ToolCall[];
  /** Probability of a call at any of its steps, in (0, 1]; missing: not known. */
  propensity?(situation: Situation, call: ToolCall): number;
}

/** A call as a policy planned it. */
export interface PlannedCall extends ToolCall {
  /** Probability of the call; missing: not known. */
  readonly propensity?: number;
}

/** Facts that a scripted policy plans from. Only the expert uses `solution`, which agents never see. */
export interface Situation {
  readonly app: AppRecord;
  readonly namespace: string;
  readonly maxSteps: number;
  /** The workload that a blind policy acts on. */
  readonly victim: string;
  /** Metadata of the objects that an agent can list at the start, by resource; those of the app's namespace and of nodes. */
  readonly listed: Readonly<Record<ListedResource, readonly ObjectMeta[]>>;
  /** Objects of the published form of the app, which a policy may know by heart, in this namespace. */
  readonly memorised: readonly KubeObject[];
  /** The expert's calls. */
  readonly solution: readonly ToolCall[];
}

/** Resources whose metadata policies may read. */
export const LISTED_RESOURCES = ["deployments.apps", "statefulsets.apps", "pods", "networkpolicies.networking.k8s.io", "nodes"] as const;
export type ListedResource = (typeof LISTED_RESOURCES)[number];

/** Types a policy; the default export of `problems/policies/<id>/policy.ts`. */
export const definePolicy = (policy: Policy): Policy => policy;

/** The call that ends an episode as an agent does that believes it is done. */
export const DONE: ToolCall = { name: "submit_mitigation", arguments: {} };
