import type { ExecResult } from "#kube/ports/cluster-port.ts";
import type { ProbeRequest, ProbeResult } from "#kube/ports/probe.ts";

/** Command and standard input by which a pod with busybox makes a call. */
export interface ProbeCommand {
  readonly command: readonly string[];
  readonly stdin?: string;
}

/**
 * Renders a probe as a call of busybox's nc.
 *
 * nc rather than wget: it prints the body of error answers, and distinguishes a refused connection from a silent one.
 * Standard input stays open after the request, because servers take a closed one for a caller who disconnected.
 */
export const renderProbe = (request: ProbeRequest): ProbeCommand => {
  const seconds = String(Math.max(1, Math.ceil((request.timeoutMs ?? DEFAULT_TIMEOUT_MS) / 1000)));
  const call = ["time", "-f", "elapsed %e", "timeout", seconds, "nc", "-w", seconds, request.host, String(request.port)];
  return request.http === undefined
    ? { command: [...call, "-e", "true"] }
    : { command: call, stdin: renderHttp(request.host, request.http) };
};

/** Parses the output of the command; undefined if it never ran. */
export const parseProbe = (request: ProbeRequest, { exitCode, stdout, stderr }: ExecResult): ProbeResult | undefined => {
  if (exitCode === undefined) return undefined;
  const latencyMs = Math.round(Number(/^elapsed ([\d.]+)$/m.exec(stderr)?.[1] ?? 0) * 1000);
  const complaint = /^nc: (.*)$/m.exec(stderr)?.[1];
  if (complaint !== undefined) return { kind: failureKind(complaint), latencyMs, detail: complaint };
  if (request.http === undefined && exitCode === 0) return { kind: "connected", latencyMs };
  const answer = /^HTTP\/\d(?:\.\d)? (\d{3})[^\n]*\n(?:[^\n]*[^\r\n][^\n]*\n)*\r?\n?([\s\S]*)$/.exec(stdout);
  if (answer !== null) return { kind: "response", status: Number(answer[1]), body: answer[2] ?? "", latencyMs };
  if (/terminated by signal/.test(stderr)) return { kind: "timed-out", latencyMs, detail: "no answer" };
  return { kind: "reset", latencyMs, detail: stdout === "" ? "closed without an answer" : "the answer is no HTTP" };
};

const DEFAULT_TIMEOUT_MS = 2_000;

const renderHttp = (host: string, { method, path, body }: NonNullable<ProbeRequest["http"]>): string => {
  const length = body === undefined ? [] : [`Content-Length: ${new TextEncoder().encode(body).length}`];
  return [`${method} ${path} HTTP/1.0`, `Host: ${host}`, "Connection: close", ...length, "", body ?? ""].join("\r\n");
};

/** Kinds of failure by the end of nc's error message. An unreachable address looks like a timeout to most programs. */
const FAILURES: readonly (readonly [ending: RegExp, kind: "refused" | "timed-out" | "no-such-host" | "reset"])[] = [
  [/Connection refused$/, "refused"],
  [/^bad address/, "no-such-host"],
  [/reset by peer$|Broken pipe$/, "reset"],
  [/timed out$|No route to host$|unreachable$/, "timed-out"],
];

const failureKind = (complaint: string): "refused" | "timed-out" | "no-such-host" | "reset" =>
  FAILURES.find(([ending]) => ending.test(complaint))?.[1] ?? "reset";
