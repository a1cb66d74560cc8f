import type { ApiResponse, AttachRequest, ClusterView, ExecRequest, ExecResult } from "#kube/cluster-port.ts";
import type { Status } from "#kube/types/meta.ts";
import type { ApiConnection, ExecOutcome, ExecPlace } from "./api-connection.ts";

/** An exec with what only probes ask for. */
export interface ExecInPodRequest extends ExecRequest {
  /** Leaves standard input open after the text. */
  readonly keepsStdinOpen?: boolean;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** Runs a command in a container; a refusal is told in the words of the API server or of the runtime. */
export const execInPod = async (
  at: ExecPlatform,
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
  const outcome = await at.connection.exec(call);
  return outcome === undefined ? refused(at, call, { command: command[0] ?? "" }) : toResult(outcome, timeoutMs);
};

/** Feeds a container's own process and waits for its end; how that was is in the pod's status. */
export const attachToPod = async (
  at: ExecPlatform,
  { namespace, pod, container = "", stdin = "", timeoutMs = DEFAULT_TIMEOUT_MS }: AttachRequest,
): Promise<ExecResult> => {
  const call = { namespace, pod, container, stdin, timeoutMs };
  const outcome = await at.connection.exec(call);
  if (outcome === undefined) return refused(at, call, {});
  return { exitCode: undefined, stdout: outcome.stdout, stderr: outcome.stderr };
};

type ExecPlatform = Pick<ClusterView, "read"> & { readonly connection: ApiConnection };

/** The web socket loses the body of a refusal; the same address without an upgrade gives the same refusal with its words. */
const refused = async (
  { read }: ExecPlatform,
  { namespace, pod, container, command }: ExecPlace,
  query: Readonly<Record<string, string>>,
) =>
  notRun(
    await read({
      path: `/api/v1/namespaces/${namespace}/pods/${pod}/${command === undefined ? "attach" : "exec"}`,
      query: { ...query, stdout: "true", ...(container && { container }) },
    }),
  );

const toResult = ({ stdout, stderr, status, timedOut }: ExecOutcome, timeoutMs: number): ExecResult => {
  if (timedOut) return { exitCode: undefined, stdout, stderr, error: `command timed out after ${timeoutMs} ms` };
  if (status === undefined) return { exitCode: undefined, stdout, stderr, error: "the connection was closed before the command ended" };
  if (status.status === "Success") return { exitCode: 0, stdout, stderr };
  const code = status.details?.causes?.find((cause) => cause.reason === "ExitCode")?.message;
  if (code !== undefined) return { exitCode: Number(code), stdout, stderr };
  return { exitCode: undefined, stdout, stderr, error: status.message ?? status.reason ?? "the command did not run" };
};

const notRun = ({ body, status }: ApiResponse): ExecResult => {
  const message = (body as Partial<Status>).message;
  return { exitCode: undefined, stdout: "", stderr: "", error: message ?? `the API server answered ${status}` };
};
