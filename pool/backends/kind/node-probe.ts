import { DrillError } from "#core/drill-error.ts";
import type { ExecResult } from "#kube/ports/cluster-port.ts";
import type { ProbeRequest, ProbeResult } from "#kube/ports/probe.ts";
import { createRemoteShell, type RemoteShell } from "#pool/kubernetes/remote-shell.ts";
import { createShellPool } from "#pool/kubernetes/shell-pool.ts";
import { talkToProgram } from "./run-program.ts";

/** Makes probes from the nodes of a cluster, with the DNS server of pods, so that agents see nothing of them. */
export interface NodeProber {
  /** Calls from a node. NetworkPolicies do not apply to nodes, so their effect has to be probed from a pod. */
  probe(node: string, request: ProbeRequest): Promise<ProbeResult>;
  close(): void;
}

/**
 * Creates a prober; starts nothing before the first call.
 * @param nameServer address of the cluster's DNS
 */
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

/** Parses the result of a probe from the output of its script. */
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

/** Opens a shell in a mount namespace of its own, in which alone the resolver's file is replaced. */
const openShell = (node: string, nameServer: string): RemoteShell => {
  const command = talkToProgram("docker", ["exec", "-i", node, "unshare", "--mount", "bash"]);
  command.write(
    `mount -t tmpfs tmpfs ${FOLDER} && printf '%s' '${resolvConf(nameServer)}' > ${FOLDER}/resolv.conf && mount --bind ${FOLDER}/resolv.conf /etc/resolv.conf || exit 1\n`,
  );
  return createRemoteShell(command, FOLDER);
};

/** Directory for the mount, which only this shell sees. */
const FOLDER = "/mnt";

const CALL = `exec 3<>"/dev/tcp/$1/$2" || exit 1; [ -z "$3" ] && exit 0; printf "%s" "$3" >&3; cat <&3`;

/**
 * Expands a short name to the one name that it means in a namespace. A pod's resolver would try its search domains and
 * finally external DNS, which may not answer at all: a missing name would then look like a failed DNS server.
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
