import type { CheckGroup } from "#core/verdict.ts";
import type { ClusterPort, ClusterView } from "../ports/cluster-port.ts";

/** Outcome of a condition. */
export interface Finding {
  readonly held: boolean;
  /** Observed values, for the trainer's log, never for the agent. */
  readonly evidence: string;
  /** True: it does not hold, and only a write can change that, so that nobody waits for it; missing: waiting may. */
  readonly needsWrite?: true;
}

/** A condition that is true or false at an instant and only reads. Throws only if it cannot be judged. */
export interface Check {
  /** Unique within an oracle, kebab-case. */
  readonly name: string;
  readonly group: CheckGroup;
  /** Relative weight, > 0. */
  readonly weight: number;
  judge(view: ClusterView): Promise<Finding>;
}

/** A condition that has to change the world. Runs once, after the agent's end, on a fork or before the rollback. */
export interface Trial {
  readonly name: string;
  readonly group: CheckGroup;
  readonly weight: number;
  /** @param written objects that the agent wrote, as `resource namespace/name` */
  run(cluster: ClusterPort, written: readonly string[]): Promise<Finding>;
}

/** A mitigation oracle. */
export interface Oracle {
  readonly checks: readonly Check[];
  readonly trials: readonly Trial[];
  /** Time for which all checks must hold, ms; missing: 60,000. */
  readonly holdMs?: number;
}
