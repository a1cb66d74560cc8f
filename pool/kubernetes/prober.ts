import { randomBytes } from "node:crypto";
import type { Clock } from "#core/clock.ts";
import { DrillError } from "#core/drill-error.ts";
import { ApiError, bodyOf } from "#kube/ports/api-error.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { ProbeRequest, ProbeResult } from "#kube/ports/probe.ts";
import type { KubeList, KubeObject } from "#kube/types/meta.ts";
import type { NetworkPolicy } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { ApiConnection } from "./api-connection.ts";
import { distinguishesCallers } from "./distinguishes-callers.ts";
import { execInPod } from "./exec-in-pod.ts";
import { parseProbe, renderProbe } from "./probe-command.ts";
import { createProbePod } from "./probe-pod.ts";
import { createRemoteShell } from "./remote-shell.ts";
import { createShellPool } from "./shell-pool.ts";

/** Origin of probes. */
export interface ProberOptions {
  /**
   * Namespace that agents cannot read, created if missing, from which calls are made. If missing, or where
   * NetworkPolicies distinguish callers, a pod is created in the caller's own namespace and removed at once.
   */
  readonly probeNamespace?: string;
  /** Image with busybox; missing: `busybox:1.36`. */
  readonly probeImage?: string;
}

/** The parts of a port that its prober uses. */
export type ProberCluster = Pick<ClusterPort, "read" | "write" | "clock"> & { readonly connection: ApiConnection; readonly clock: Clock };

/** Makes calls from inside the cluster network, and removes its pods on close. */
export interface Prober {
  probe(request: ProbeRequest): Promise<ProbeResult>;
  close(): Promise<void>;
}

const DEFAULT_IMAGE = "busybox:1.36";
const READY_TIMEOUT_MS = 120_000;

/** Creates the prober of a port. Nothing is created in the cluster before the first probe. */
export const createProber = (cluster: ProberCluster, { probeNamespace, probeImage = DEFAULT_IMAGE }: ProberOptions): Prober => {
  /** Pods that are kept until the end, by requested node. */
  const standing = new Map<string, Promise<PodRef>>();
  const shells = createShellPool(
    ({ name }: PodRef) => name,
    async ({ namespace, name }) => {
      const shell = await cluster.connection.talk({ namespace, pod: name, container: "", command: ["sh"] });
      return shell === undefined ? undefined : createRemoteShell(shell);
    },
  );

  const callByShell = async (pod: PodRef, request: ProbeRequest): Promise<ProbeResult | undefined> => {
    const { command, stdin } = renderProbe(request);
    const result = await shells.run(pod, command, execTimeoutMs(request), stdin);
    return result === undefined ? undefined : parseProbe(request, result);
  };

  const standingPod = (node: string | undefined, namespace: string): Promise<PodRef> => {
    const known = standing.get(node ?? "");
    if (known !== undefined) return known;
    const made = ensureNamespace(cluster, namespace).then(() => startPod(cluster, { namespace, node, image: probeImage }));
    standing.set(node ?? "", made);
    return made;
  };

  const probeFromAfar = async (request: ProbeRequest, namespace: string): Promise<ProbeResult> => {
    const qualified = { ...request, host: qualifyHost(request.host, request.from.namespace) };
    const result = await standingPod(request.from.node, namespace).then(
      (pod) => callByShell(pod, qualified),
      () => undefined,
    );
    if (result !== undefined) return result;
    // Somebody removed the pod, or its time was up: once more from a new one.
    standing.delete(request.from.node ?? "");
    return required(await callFrom(cluster, await standingPod(request.from.node, namespace), qualified), request);
  };

  const probeOnTheSpot = async (request: ProbeRequest): Promise<ProbeResult> => {
    const { namespace, labels, node } = request.from;
    const pod = await startPod(cluster, { namespace, labels, node, image: probeImage });
    try {
      return required(await callFrom(cluster, pod, request), request);
    } finally {
      await removePod(cluster, pod);
    }
  };

  return {
    probe: async (request) => {
      if (probeNamespace === undefined || (await needsCallersPlace(cluster, request))) return probeOnTheSpot(request);
      return probeFromAfar(request, probeNamespace);
    },
    close: async () => {
      const pods = await Promise.allSettled(standing.values());
      standing.clear();
      shells.close();
      for (const pod of pods) if (pod.status === "fulfilled") await removePod(cluster, pod.value);
    },
  };
};

interface PodRef {
  readonly namespace: string;
  readonly name: string;
}

const ensureNamespace = async ({ write }: ProberCluster, name: string): Promise<void> => {
  const response = await write({
    method: "POST",
    path: "/api/v1/namespaces",
    body: { apiVersion: "v1", kind: "Namespace", metadata: { name } },
  });
  if (response.status !== 409) bodyOf(response, `create namespace ${name}`);
};

const needsCallersPlace = async ({ read }: ProberCluster, { from, host }: ProbeRequest): Promise<boolean> => {
  const namespaces = new Set([from.namespace, ...(isAddress(host) ? [] : host.split(".").slice(1, 2))]);
  const lists = await Promise.all(
    [...namespaces].map(async (namespace) => {
      const list = await read({ path: apiPath({ resource: "networkpolicies.networking.k8s.io", namespace }) });
      return bodyOf<KubeList<NetworkPolicy>>(list, "list networkpolicies").items;
    }),
  );
  return distinguishesCallers({ from, policies: lists.flat() });
};

/** Appends the namespace to a short name, which would mean another Service elsewhere. */
const qualifyHost = (host: string, namespace: string): string => (host.includes(".") || host.includes(":") ? host : `${host}.${namespace}`);

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(":");

const startPod = async (
  cluster: ProberCluster,
  place: {
    readonly namespace: string;
    readonly labels?: Readonly<Record<string, string>> | undefined;
    readonly node?: string | undefined;
    readonly image: string;
  },
): Promise<PodRef> => {
  const { namespace } = place;
  const anchor = await awaitAnchor(cluster, namespace);
  const name = `debug-${randomBytes(3).toString("hex")}`;
  const path = apiPath({ resource: "pods", namespace });
  bodyOf(
    await cluster.write({ method: "POST", path, body: createProbePod({ ...place, name, anchor }), fieldManager: "kubectl-run" }),
    `create pod ${name}`,
  );
  const isRunning = async (): Promise<boolean> => (await readPod(cluster, namespace, name)).status?.phase === "Running";
  if (await cluster.clock.until(isRunning, { timeoutMs: READY_TIMEOUT_MS })) return { namespace, name };
  await removePod(cluster, { namespace, name });
  throw new DrillError("BACKEND_DOWN", `the pod for probes in namespace ${namespace} does not start`);
};

/** Waits for the ConfigMap that every new namespace gets soon after its creation. */
const awaitAnchor = async (cluster: ProberCluster, namespace: string): Promise<KubeObject> => {
  const read = () => cluster.read({ path: apiPath({ resource: "configmaps", namespace, name: "kube-root-ca.crt" }) });
  await cluster.clock.until(async () => (await read()).status === 200, { timeoutMs: READY_TIMEOUT_MS });
  return bodyOf<KubeObject>(await read(), `get configmap kube-root-ca.crt of ${namespace}`);
};

const readPod = async ({ read }: ProberCluster, namespace: string, name: string): Promise<Pod> =>
  bodyOf<Pod>(await read({ path: apiPath({ resource: "pods", namespace, name }) }), `get pod ${name}`);

const removePod = async ({ write }: ProberCluster, { namespace, name }: PodRef): Promise<void> => {
  const body = { apiVersion: "v1", kind: "DeleteOptions", gracePeriodSeconds: 0 };
  const response = await write({ method: "DELETE", path: apiPath({ resource: "pods", namespace, name }), body });
  if (response.status !== 404 && response.status >= 300) throw new ApiError(response, `delete pod ${name}`);
};

const callFrom = async (
  { connection }: ProberCluster,
  { namespace, name }: PodRef,
  request: ProbeRequest,
): Promise<ProbeResult | undefined> => {
  const { command, stdin } = renderProbe(request);
  const exec = {
    namespace,
    pod: name,
    command,
    timeoutMs: execTimeoutMs(request),
    ...(stdin === undefined ? {} : { stdin, keepsStdinOpen: true }),
  };
  return parseProbe(request, await execInPod(connection, exec));
};

/** Timeout of the exec, ms: the probe's own timeout and a margin for a busy cluster. */
const execTimeoutMs = ({ timeoutMs = 2_000 }: ProbeRequest): number => timeoutMs + 15_000;

const required = (result: ProbeResult | undefined, { from }: ProbeRequest): ProbeResult => {
  if (result !== undefined) return result;
  throw new DrillError("BACKEND_DOWN", `a probe from namespace ${from.namespace} could not be made`);
};
