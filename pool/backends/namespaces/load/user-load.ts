import type { AppOperation, AppRecord } from "#kube/app/app.ts";
import { createTrafficCount } from "./traffic-count.ts";

/** Simulated users of one slot's app. They run in this process: the cluster sees only their requests. */
export interface UserLoad {
  /** Counts the requests that began in a span of wall time, and those that failed. */
  traffic(fromMs: number, toMs: number): { readonly requests: number; readonly errors: number };
  /** Resets the count for the next episode. */
  forget(): void;
  stop(): void;
}

/** One request of a user. Resolves with the answer's status and text; rejects if there is none in time. */
export type UserCall = (request: UserRequest) => Promise<{ readonly status: number; readonly body: string }>;

/** A request and the Service that it goes to. */
export interface UserRequest {
  readonly service: string;
  readonly port: number;
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly timeoutMs: number;
}

/**
 * Sends requests at a constant rate (open loop), in the mix of the app's operations.
 *
 * @param rps requests per second
 */
export const startUserLoad = (app: AppRecord, call: UserCall, rps: number): UserLoad => {
  const count = createTrafficCount();
  const next = createMix(app.operations);
  let underWay = 0;
  const send = async (operation: AppOperation): Promise<void> => {
    const atMs = Date.now();
    if (underWay >= UNDER_WAY_MAX) return count.add(atMs, true); // users who find nobody at home do not queue for ever
    underWay += 1;
    const served = await isServed(call, app, operation, REQUEST_TIMEOUT_MS);
    underWay -= 1;
    count.add(atMs, !served);
  };
  const timer = setInterval(() => void send(next()), 1_000 / rps);
  timer.unref();
  return { traffic: count.between, forget: count.clear, stop: () => clearInterval(timer) };
};

/** True if the app answers an operation correctly and in time. */
export const isServed = (call: UserCall, { load }: AppRecord, operation: AppOperation, timeoutMs: number): Promise<boolean> => {
  const { request, entry, bodyContains } = operation;
  const { service, port } = entry ?? load;
  return call({ service, port, method: request.method, path: request.path, timeoutMs }).then(
    ({ status, body }) => status === 200 && body.includes(bodyContains),
    () => false,
  );
};

/** Timeout of a user's request, ms. */
const REQUEST_TIMEOUT_MS = 5_000;
const UNDER_WAY_MAX = 100;

/** Cycles through operations by their shares: the one furthest behind comes next, so that rare ones are spread evenly. */
const createMix = (operations: readonly AppOperation[]): (() => AppOperation) => {
  const due = operations.map(() => 0);
  return () => {
    for (const [i, { share }] of operations.entries()) due[i] = (due[i] ?? 0) + share;
    const chosen = due.indexOf(Math.max(...due));
    due[chosen] = (due[chosen] ?? 0) - 1;
    return operations[chosen] as AppOperation;
  };
};
