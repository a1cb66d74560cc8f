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

/** A look by commands at what no check can read, such as the users of a database. It changes nothing, and is no condition. */
export interface Look {
  /** Unique within an oracle, kebab-case. */
  readonly name: string;
  /** True if the defect is still there, so that waiting repairs nothing; false if it is not, or nobody can tell. */
  isWriteMissing(cluster: ClusterPort): Promise<boolean>;
}

/** A mitigation oracle. */
export interface Oracle {
  readonly checks: readonly Check[];
  readonly trials: readonly Trial[];
  /** Missing: checks read all that the defect consists of. */
  readonly looks?: readonly Look[];
  /** Time for which all checks must hold, ms; missing: 60,000. */
  readonly holdMs?: number;
}
