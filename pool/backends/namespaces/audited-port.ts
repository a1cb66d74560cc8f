import { parseApiPath } from "#kube/api-path.ts";
import type { ClusterPort, ExecRequest, WriteRequest } from "#kube/cluster-port.ts";
import type { AuditRecord } from "../../backend.ts";

/** The agent's port that takes down what it changes. */
export interface AuditedPort {
  readonly port: ClusterPort;
  records(): readonly AuditRecord[];
  /** Names of the slot's pods that commands were run in. */
  touchedPods(): readonly string[];
}

/** Wraps the port of an agent. @param onTouch told of each pod before the first command is run in it */
export const auditPort = (cluster: ClusterPort, onTouch: (pods: readonly string[]) => Promise<unknown>): AuditedPort => {
  const records: AuditRecord[] = [];
  const touched = new Set<string>();
  return {
    port: {
      ...cluster,
      write: async (request) => {
        const answer = await cluster.write(request);
        records.push(describeWrite(request, answer.status, cluster.clock.nowMs()));
        return answer;
      },
      exec: async (request) => {
        if (!touched.has(request.pod)) await onTouch([...touched.add(request.pod)]);
        const result = await cluster.exec(request);
        records.push(describeExec(request, result.exitCode === undefined ? 500 : 101, cluster.clock.nowMs()));
        return result;
      },
    },
    records: () => records,
    touchedPods: () => [...touched],
  };
};

const describeWrite = ({ method, path, query, body }: WriteRequest, status: number, atMs: number): AuditRecord => {
  const target = parseApiPath(path);
  const name = target?.name ?? (body as { readonly metadata?: { readonly name?: string } } | undefined)?.metadata?.name ?? "";
  const resource = [target?.resource ?? path, ...(target?.subresource === undefined ? [] : [target.subresource])].join("/");
  return {
    atMs,
    verb: method === "DELETE" && target?.name === undefined ? "deletecollection" : VERBS[method],
    path,
    status,
    dryRun: query?.["dryRun"] === "All",
    object: `${resource} ${target?.namespace === undefined ? "" : `${target.namespace}/`}${name}`,
  };
};

const VERBS = { POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" } as const;

const describeExec = ({ namespace, pod }: ExecRequest, status: number, atMs: number): AuditRecord => ({
  atMs,
  verb: "create",
  path: `/api/v1/namespaces/${namespace}/pods/${pod}/exec`,
  status,
  dryRun: false,
  object: `pods/exec ${namespace}/${pod}`,
});
