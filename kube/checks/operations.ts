import type { AppOperation, AppRecord } from "../app/app.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { ProbeResult } from "../ports/probe.ts";
import type { Finding } from "./oracle.ts";

/** Calls one user-facing operation as a user would and checks the answer's body. */
export const judgeOperation = async (
  view: ClusterView,
  { app, namespace }: { readonly app: AppRecord; readonly namespace: string },
  operation: AppOperation,
): Promise<Finding> => {
  const { service: host, port } = operation.entry ?? app.load;
  const result = await view.probe({ from: { namespace }, host, port, http: operation.request, timeoutMs: OPERATION_TIMEOUT_MS });
  const held = isRightAnswer(result, operation);
  return { held, evidence: `${operation.name}: ${held ? "" : "not the right answer: "}${describe(result)}` };
};

const OPERATION_TIMEOUT_MS = 2_000;

const isRightAnswer = (result: ProbeResult, { bodyContains }: AppOperation): boolean =>
  result.kind === "response" && result.status === 200 && result.body.includes(bodyContains);

const describe = (result: ProbeResult): string =>
  result.kind === "response" ? `HTTP ${result.status} ${result.body.slice(0, 80)}` : result.kind;
