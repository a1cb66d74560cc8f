import { DrillError } from "#core/drill-error.ts";
import type { ExecResult } from "#kube/ports/cluster-port.ts";
import type { ProbeRequest, ProbeResult } from "#kube/ports/probe.ts";
import { createRemoteShell, type RemoteShell } from "#pool/kubernetes/remote-shell.ts";
import { createShellPool } from "#pool/kubernetes/shell-pool.ts";
import { talkToProgram } from "./run-program.ts";

/** Makes calls from the nodes of a cluster, with the name server of pods: nothing is in the cluster that an agent could see. */
export interface NodeProber {
  /** NetworkPolicies do not hold a node back, so whoever wants to know what they do has to call from a pod. */
  probe(node: string, request: ProbeRequest): Promise<ProbeResult>;
  close(): void;
}

/** Nothing is started before the first call. @param nameServer address of the cluster's DNS */
export const createNodeProber = (nameServer: string): NodeProber => {
  const shells = createShellPool(
    (node: string) => node,
    (node) => openShell(node, nameServer),
  );
  return {
    probe: async (node, request) => {
      const startMs = performance.now();
      const seconds = Math.max(1, Math.ceil((request.timeoutMs ?? DEFAULT_TIMEOUT_MS) / 1_000));
      const words = [fullName(request.host, request.from.namespace), `${request.port}`, renderRequest(request)];
      const result = await shells.run(node, ["timeout", `${seconds}`, "bash", "-c", CALL, "call", ...words], seconds * 1_000 + START_MS);
      if (result === undefined) throw new DrillError("BACKEND_DOWN", `a call from the node ${node} could not be made`);
      return readProbe(request, result, Math.round(performance.now() - startMs));
    },
    close: shells.close,
  };
};

/** Tells what the call came to from what the script left behind. */
export const readProbe = (request: ProbeRequest, { exitCode, stdout, stderr }: ExecResult, latencyMs: number): ProbeResult => {
  const detail = (/: ([^:\n]+)\n?$/.exec(stderr.trim().split("\n").at(0) ?? "")?.[1] ?? stderr.trim()).slice(0, 200);
  if (exitCode === 124 || exitCode === undefined) return { kind: "timed-out", latencyMs, detail: "no answer" };
  if (NOT_FOUND.test(stderr)) return { kind: "no-such-host", latencyMs, detail };
  if (/Connection refused/.test(stderr)) return { kind: "refused", latencyMs, detail };
  if (/No route to host|timed out|unreachable|Temporary failure/.test(stderr)) return { kind: "timed-out", latencyMs, detail };
  if (request.http === undefined) return exitCode === 0 ? { kind: "connected", latencyMs } : { kind: "reset", latencyMs, detail };
  const answer = /^HTTP\/\d(?:\.\d)? (\d{3})[\s\S]*?\r?\n\r?\n([\s\S]*)$/.exec(stdout);
  if (answer !== null) return { kind: "response", status: Number(answer[1]), body: answer[2] ?? "", latencyMs };
  return { kind: "reset", latencyMs, detail: stdout === "" ? "closed without an answer" : "the answer is no HTTP" };
};

const DEFAULT_TIMEOUT_MS = 2_000;
const START_MS = 15_000;

const NOT_FOUND = /Name or service not known|No address associated with hostname|nodename nor servname/;

/** In a mount namespace of its own, which ends with it: the resolver's file is another one for this shell alone. */
const openShell = (node: string, nameServer: string): RemoteShell => {
  const command = talkToProgram("docker", ["exec", "-i", node, "unshare", "--mount", "bash"]);
  command.write(
    `mount -t tmpfs tmpfs ${FOLDER} && printf '%s' '${resolvConf(nameServer)}' > ${FOLDER}/resolv.conf && mount --bind ${FOLDER}/resolv.conf /etc/resolv.conf || exit 1\n`,
  );
  return createRemoteShell(command, FOLDER);
};

/** Nobody else sees what is mounted there. */
const FOLDER = "/mnt";

const CALL = `exec 3<>"/dev/tcp/$1/$2" || exit 1; [ -z "$3" ] && exit 0; printf "%s" "$3" >&3; cat <&3`;

/**
 * The one name that a short one means in a namespace. A pod's resolver would go through its search domains and in the end ask
 * the world outside, which may not answer at all: a name that is denied would look like a name server that is away.
 */
export const fullName = (host: string, namespace: string): string => {
  if (/^[\d.]+$/.test(host) || host.includes(":") || host.endsWith(".")) return host;
  const labels = host.split(".").length;
  if (labels === 1) return `${host}.${namespace}.svc.cluster.local.`;
  return labels === 2 ? `${host}.svc.cluster.local.` : `${host.replace(/\.svc$/, ".svc.cluster.local")}.`;
};

const resolvConf = (nameServer: string): string => `nameserver ${nameServer}\noptions timeout:1 attempts:2\n`;

const renderRequest = ({ host, http }: ProbeRequest): string => {
  if (http === undefined) return "";
  const length = http.body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(http.body)}`];
  return [`${http.method} ${http.path} HTTP/1.0`, `Host: ${host}`, "Connection: close", ...length, "", http.body ?? ""].join("\r\n");
};
