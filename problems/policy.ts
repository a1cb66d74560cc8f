import type { Rng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import type { AppRecord } from "#kube/app/app.ts";

/** A scripted way of playing: one folder under `problems/policies/`, named for its id. */
export interface Policy {
  readonly id: string;
  readonly title: string;
  /** True: a way of acting without understanding, which must not earn more than 0.1 anywhere. */
  readonly degenerate: boolean;
  /** The calls to make, one a step; pure in the stream. */
  play(situation: Situation, rng: Rng): readonly ToolCall[];
}

/** What a scripted policy may know. Only the expert uses `solution`, the trainer's side. */
export interface Situation {
  readonly app: AppRecord;
  readonly namespace: string;
  readonly maxSteps: number;
  /** The workload that a blind policy happens to act on. */
  readonly victim: string;
  /** The expert's calls. */
  readonly solution: readonly ToolCall[];
}

/** Types a policy; the default export of `problems/policies/<id>/policy.ts`. */
export const definePolicy = (policy: Policy): Policy => policy;

/** Ends an episode as an agent does that believes it is done. */
export const DONE: ToolCall = { name: "submit_mitigation", arguments: {} };
