import type { AttachRequest, ClusterPort, ExecResult } from "#kube/ports/cluster-port.ts";
import { requestInfo } from "#sim/apiserver/http/request-info.ts";
import { type AgentAudit, NODE_MARK } from "./agent-audit.ts";

/** Wraps the port of an agent so that its writes are recorded. */
export const auditPort = (cluster: ClusterPort, audit: AgentAudit): ClusterPort => ({
  ...cluster,
  write: async (request) => {
    const answer = await cluster.write(request);
    const { method, path, query = {}, body } = request;
    const info = requestInfo(method, path, query);
    audit.record({ info, path, status: answer.status, dryRun: query["dryRun"] === "All", newName: nameIn(body) });
    return answer;
  },
  exec: (request) => auditStream(audit, request, "exec", () => cluster.exec(request)),
  attach: (request) => auditStream(audit, request, "attach", () => cluster.attach(request)),
  ...(cluster.runOnNode !== undefined && {
    runOnNode: async (request) => {
      const path = `/api/v1/nodes/${request.node}/exec`;
      if (!isHarmless(request.command)) await audit.touch(`${NODE_MARK}${request.node}`);
      audit.record({ info: requestInfo("POST", path, {}), path, status: 101, dryRun: false });
      return (await cluster.runOnNode?.(request)) ?? NOT_RUN;
    },
  }),
});

/** Records access to a container, in which files may have been left. */
const auditStream = async (
  audit: AgentAudit,
  { namespace, pod }: AttachRequest,
  kind: "attach" | "exec",
  start: () => Promise<ExecResult>,
): Promise<ExecResult> => {
  await audit.touch(pod);
  const result = await start();
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}/${kind}`;
  audit.record({ info: requestInfo("POST", path, {}), path, status: result.error === undefined ? 101 : 500, dryRun: false });
  return result;
};

/** True for a command that only inspects or starts the kubelet, which rolling back a slot undoes. */
const isHarmless = (command: string): boolean => command.split(/&&|\|\||;/).every((part) => HARMLESS.test(part.trim()));
const HARMLESS = /^(?:sudo )?systemctl (?:start|restart|status|is-active) kubelet(?:\.service)?$/;

const NOT_RUN: ExecResult = { exitCode: undefined, stdout: "", stderr: "" };

const nameIn = (body: unknown): string | undefined =>
  (body as { readonly metadata?: { readonly name?: string } } | undefined)?.metadata?.name;
