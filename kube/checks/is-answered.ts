import { startedWords } from "../objects/container-command.ts";
import type { ClusterView } from "../ports/cluster-port.ts";
import type { Container, Probe } from "../types/pod.ts";
import { podsOf, type Workload } from "./workload.ts";

/**
 * True if a probe asks something of the program and each pod answers, but for those that are being deleted, whose program may
 * have ended already. A command is believed unless it asks nothing.
 */
export const isAnswered = async (
  view: ClusterView,
  workload: Workload,
  { container, probe }: { readonly container: Container; readonly probe: Probe },
): Promise<boolean> => {
  if (probe.exec !== undefined) return !ASKS_NOTHING.has(startedWords({ command: probe.exec.command ?? [] })[0] ?? "true");
  const asked = probe.httpGet?.port ?? probe.tcpSocket?.port ?? probe.grpc?.port;
  const port = container.ports?.find(({ name }) => name === asked)?.containerPort ?? Number(asked);
  const namespace = workload.metadata.namespace ?? "";
  for (const { metadata, status } of await podsOf(view, workload)) {
    if (metadata.deletionTimestamp !== undefined) continue;
    const http = probe.httpGet && { method: "GET" as const, path: probe.httpGet.path ?? "/" };
    const result = await view.probe({ from: { namespace }, host: status?.podIP ?? "", port, ...(http && { http }) });
    const isGood =
      result.kind === "response" ? result.status >= 200 && result.status < 400 : result.kind === "connected" && http === undefined;
    if (!isGood) return false;
  }
  return true;
};

/** Programs that succeed whatever the container does. */
const ASKS_NOTHING: ReadonlySet<string> = new Set([
  "true",
  ":",
  "echo",
  "printf",
  "exit",
  "sleep",
  "date",
  "hostname",
  "pwd",
  "env",
  "id",
  "ls",
]);
