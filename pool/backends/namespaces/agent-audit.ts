import type { RequestInfo } from "#sim/apiserver/http/request-info.ts";
import type { AuditRecord } from "../../backend.ts";

/** What an agent did in a slot, whichever way it came in. */
export interface AgentAudit {
  record(deed: Deed): void;
  records(): readonly AuditRecord[];
  /** Notes that somebody is about to get into a pod; settles when whoever puts slots back would know after a crash, too. */
  touch(pod: string): Promise<void>;
  /** Names of the slot's pods that somebody got into, and `node/<name>` of nodes. */
  touchedPods(): readonly string[];
}

/** What names of nodes begin with among those of pods, which have no slash. */
export const NODE_MARK = "node/";

/** A write as it was asked for, and what came of it. */
export interface Deed extends Pick<AuditRecord, "path" | "status" | "dryRun"> {
  readonly info: RequestInfo;
  /** The name in the body of something new; missing: none. */
  readonly newName?: string | undefined;
}

/** Opens the record of a lease. @param onTouch told of all pods whenever there is one more */
export const createAgentAudit = (nowMs: () => number, onTouch: (pods: readonly string[]) => Promise<unknown>): AgentAudit => {
  const records: AuditRecord[] = [];
  const touched = new Set<string>();
  return {
    record: (deed) => {
      if (records.length < RECORDS_MAX) records.push(describe(deed, nowMs()));
    },
    records: () => records,
    touch: async (pod) => {
      if (!touched.has(pod)) await onTouch([...touched.add(pod)]);
    },
    touchedPods: () => [...touched],
  };
};

/** Whoever reads it looks at each object once, so that a flood of writes hides none but new ones. */
const RECORDS_MAX = 20_000;

const describe = ({ info: { verb, resource }, path, status, dryRun, newName = "" }: Deed, atMs: number): AuditRecord => {
  const { plural = path, group = "", subresource, namespace, name } = resource ?? {};
  const kind = `${plural}${group === "" ? "" : `.${group}`}${subresource === undefined ? "" : `/${subresource}`}`;
  return { atMs, verb, path, status, dryRun, object: `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name ?? newName}` };
};
