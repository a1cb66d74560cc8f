import type { CheckGroup } from "#core/verdict.ts";
import type { ClusterPort, ClusterView } from "../ports/cluster-port.ts";

/** What a condition saw. */
export interface Finding {
  readonly held: boolean;
  /** For the trainer's log, never for the agent. */
  readonly evidence: string;
}

/** A condition that is true or false at an instant and only reads. Throws only when it cannot be judged. */
export interface Check {
  /** Unique within an oracle, kebab-case. */
  readonly name: string;
  readonly group: CheckGroup;
  /** > 0. */
  readonly weight: number;
  judge(view: ClusterView): Promise<Finding>;
}

/** A condition that has to touch the world. Runs once, after the agent's end, on a fork or before the rollback. */
export interface Trial {
  readonly name: string;
  readonly group: CheckGroup;
  readonly weight: number;
  run(cluster: ClusterPort): Promise<Finding>;
}

/** A mitigation oracle. */
export interface Oracle {
  readonly checks: readonly Check[];
  readonly trials: readonly Trial[];
  /** How long all checks must hold; missing: 60,000. */
  readonly holdMs?: number;
}
