import type { ToolCall } from "#core/tool-call.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { Incident } from "../loop/incident.ts";
import { specDigest } from "./spec-digest.ts";
import { isUndeclared } from "./undeclared-deeds.ts";

/** Memory of the attempts at one incident, since many of them lead to the same objects. */
export interface AttemptMemory {
  /** Incident whose trials are not repeated where they held before in the same state. */
  readonly incident: Incident;
  /** Calls of the episode that is played, for which its player keeps them. */
  readonly deeds: ToolCall[];
  /** Names the state that the episode has brought about: what is declared, and what was done that no object tells of. */
  stateOf(view: ClusterView): Promise<string>;
  /** States that were graded as repaired. */
  readonly repaired: Set<string>;
}

/** Creates an empty memory. */
export const createAttemptMemory = (incident: Incident): AttemptMemory => {
  const deeds: ToolCall[] = [];
  const stateOf = async (view: ClusterView): Promise<string> =>
    JSON.stringify([await specDigest(view, incident.baseline), deeds.filter(isUndeclared)]);
  const held = new Map<string, Finding>();
  const trials = incident.oracle.trials.map((trial) => ({
    ...trial,
    run: async (...[cluster, written]: Parameters<typeof trial.run>): Promise<Finding> => {
      // What is started anew in a trial depends on what was written.
      const key = JSON.stringify([trial.name, await stateOf(cluster), [...new Set(written)].sort()]);
      const known = held.get(key);
      if (known !== undefined) return known;
      const finding = await trial.run(cluster, written);
      if (finding.held) held.set(key, finding);
      return finding;
    },
  }));
  return { incident: { ...incident, oracle: { ...incident.oracle, trials } }, deeds, stateOf, repaired: new Set() };
};
