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

/** Judges what users do, one operation after the other, up to the first that does not get its answer. @param through name of a component that they pass; missing: all */
export const judgeOperations = async (
  view: ClusterView,
  place: { readonly app: AppRecord; readonly namespace: string },
  through?: string,
): Promise<Finding> => {
  for (const operation of place.app.operations.filter((one) => through === undefined || one.through.includes(through))) {
    const finding = await judgeOperation(view, place, operation);
    if (!finding.held) return finding;
  }
  return { held: true, evidence: through === undefined ? "every operation answers" : `every operation through ${through} answers` };
};

const OPERATION_TIMEOUT_MS = 2_000;

const isRightAnswer = (result: ProbeResult, { bodyContains }: AppOperation): boolean =>
  result.kind === "response" && result.status === 200 && result.body.includes(bodyContains);

const describe = (result: ProbeResult): string =>
  result.kind === "response" ? `HTTP ${result.status} ${result.body.slice(0, 80)}` : result.kind;
