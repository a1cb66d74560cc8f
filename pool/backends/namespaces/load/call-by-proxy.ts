import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { UserCall } from "./user-load.ts";

/**
 * Calls a Service through the API server's proxy: works wherever the API does, at the cost of a connection per request.
 *
 * The calls come from the control plane's node, so that a policy which keeps pods out may let them in where pods run on
 * that node; the agent sees them only in the app's own logs.
 */
export const createProxyCalls =
  (admin: ClusterPort, namespace: string): UserCall =>
  async ({ service, port, method, path, timeoutMs }) => {
    const [route = "", query = ""] = path.split("?");
    const request = {
      path: `/api/v1/namespaces/${namespace}/services/http:${service}:${port}/proxy${route}`,
      query: Object.fromEntries(new URLSearchParams(query)),
      as: "text" as const,
    };
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    try {
      const answer = await Promise.race([method === "GET" ? admin.read(request) : admin.write({ ...request, method }), late.promise]);
      return { status: answer.status, body: typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body) };
    } finally {
      clearTimeout(timer);
    }
  };
