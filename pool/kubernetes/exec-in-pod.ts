import type { AttachRequest, ExecRequest, ExecResult } from "#kube/ports/cluster-port.ts";
import type { Status } from "#kube/types/meta.ts";
import type { ApiConnection, ExecOutcome, ExecPlace } from "./api-connection.ts";

/** An exec with an option for probes. */
export interface ExecInPodRequest extends ExecRequest {
  /** True: leaves standard input open after the text. */
  readonly keepsStdinOpen?: boolean;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** Runs a command in a container; a refusal has the words of the API server or of the runtime. */
export const execInPod = async (
  connection: ApiConnection,
  { namespace, pod, container, command, stdin, timeoutMs = DEFAULT_TIMEOUT_MS, keepsStdinOpen = false }: ExecInPodRequest,
): Promise<ExecResult> => {
  const call = {
    namespace,
    pod,
    container: container ?? "",
    command,
    timeoutMs,
    keepsStdinOpen,
    ...(stdin === undefined ? {} : { stdin }),
  };
  const outcome = await connection.exec(call);
  return outcome === undefined ? refused(connection, call, { command: command[0] ?? "" }) : toResult(outcome, timeoutMs);
};

/** Sends input to a container's main process and waits for its end, whose exit code is in the pod's status. */
export const attachToPod = async (
  connection: ApiConnection,
  { namespace, pod, container = "", stdin = "", timeoutMs = DEFAULT_TIMEOUT_MS }: AttachRequest,
): Promise<ExecResult> => {
  const call = { namespace, pod, container, stdin, timeoutMs };
  const outcome = await connection.exec(call);
  if (outcome === undefined) return refused(connection, call, {});
  return { exitCode: undefined, stdout: outcome.stdout, stderr: outcome.stderr };
};

/** Repeats a refused request without an upgrade, since the WebSocket loses the body of a refusal. */
const refused = async (
  connection: ApiConnection,
  { namespace, pod, container, command }: ExecPlace,
  query: Readonly<Record<string, string>>,
): Promise<ExecResult> => {
  const words = new URLSearchParams({ ...query, stdout: "true", ...(container && { container }) });
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}/${command === undefined ? "attach" : "exec"}?${words}`;
  const answer = await connection.send({ method: "POST", path, headers: { Accept: "application/json" } });
  const message = messageIn(answer.text) ?? `the API server answered ${answer.status}`;
  const error = answer.status === 403 ? `Error from server (Forbidden): ${message}` : message;
  return { exitCode: undefined, stdout: "", stderr: "", error };
};

const messageIn = (body: string): string | undefined => {
  try {
    return (JSON.parse(body) as Partial<Status>).message;
  } catch {
    return undefined;
  }
};

const toResult = ({ stdout, stderr, status, timedOut }: ExecOutcome, timeoutMs: number): ExecResult => {
  if (timedOut) return { exitCode: undefined, stdout, stderr, error: `command timed out after ${timeoutMs} ms` };
  if (status === undefined) return { exitCode: undefined, stdout, stderr, error: "the connection was closed before the command ended" };
  if (status.status === "Success") return { exitCode: 0, stdout, stderr };
  const code = status.details?.causes?.find((cause) => cause.reason === "ExitCode")?.message;
  if (code !== undefined) return { exitCode: Number(code), stdout, stderr };
  return { exitCode: undefined, stdout, stderr, error: status.message ?? status.reason ?? "the command did not run" };
};
