import type { RequestInfo } from "#sim/apiserver/http/request-info.ts";
import type { AuditRecord } from "../../backend.ts";

/** Record of an agent's writes in a slot, through any API. */
export interface AgentAudit {
  record(write: AgentWrite): void;
  records(): readonly AuditRecord[];
  /** Records access to a pod; resolves once a rollback would know of it even after a crash. */
  touch(pod: string): Promise<void>;
  /** Names of the slot's pods that were accessed, and `node/<name>` of nodes. */
  touchedPods(): readonly string[];
}

/** Prefix of nodes among the accessed pods, whose names have no slash. */
export const NODE_MARK = "node/";

/** A write as requested, with its outcome. */
export interface AgentWrite extends Pick<AuditRecord, "path" | "status" | "dryRun"> {
  readonly info: RequestInfo;
  /** Name in the body of a new object; missing: none. */
  readonly newName?: string | undefined;
}

/**
 * Creates the record of a lease.
 * @param onTouch called with all accessed pods whenever there is one more
 */
export const createAgentAudit = (nowMs: () => number, onTouch: (pods: readonly string[]) => Promise<unknown>): AgentAudit => {
  const records: AuditRecord[] = [];
  const touched = new Set<string>();
  return {
    record: (write) => {
      if (records.length < RECORDS_MAX) records.push(describe(write, nowMs()));
    },
    records: () => records,
    touch: async (pod) => {
      if (!touched.has(pod)) await onTouch([...touched.add(pod)]);
    },
    touchedPods: () => [...touched],
  };
};

/** Maximum number of records: readers look at each object once, so that a flood of writes hides only new objects. */
const RECORDS_MAX = 20_000;

const describe = ({ info: { verb, resource }, path, status, dryRun, newName = "" }: AgentWrite, atMs: number): AuditRecord => {
  const { plural = path, group = "", subresource, namespace, name } = resource ?? {};
  const kind = `${plural}${group === "" ? "" : `.${group}`}${subresource === undefined ? "" : `/${subresource}`}`;
  return { atMs, verb, path, status, dryRun, object: `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name ?? newName}` };
};
