import { WORLD_EPOCH_MS } from "#core/clock.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { Namespace, Node } from "#kube/types/cluster.ts";
import type { EndpointSlice, Service } from "#kube/types/network.ts";
import type { ContainerState, Pod } from "#kube/types/pod.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { putObject } from "../apiserver/store/store.ts";
import { type EdgeFlow, type ErrorShare, FLOW_HISTORY, type FlowRow, type ServerFlow } from "../flow/flow-history.ts";
import { World } from "../kernel/world.ts";
import { networkObservers } from "../network/network-revision.ts";
import { MEMORY_HISTORY, type MemoryRow } from "../processes/memory-history.ts";
import { PROCESS_HISTORY, type Process, type ProcessRecord } from "../processes/process.ts";

/** A small shop put together by hand: web calls cart over gRPC, cart asks its cache. */
export const NAMESPACE = "shop";
export const COMPONENTS = ["web", "cart", "cache"] as const;
export const START_MS = WORLD_EPOCH_MS;
export const SECOND = 1000;
export const MINUTE = 60_000;

/** Creates the world with everything running and traffic on since its beginning. */
export const createShop = (): World => {
  const world = new World({ timers: {}, observers: networkObservers, config: {} }, "7", START_MS);
  putObject<Namespace>(world, "namespaces", {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: NAMESPACE },
    status: { phase: "Active" },
  });
  putObject<Node>(world, "nodes", node);
  for (const component of COMPONENTS) addComponent(world, component);
  appendRow(world, {});
  return world;
};

const node: Node = {
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: "node-1", creationTimestamp: toTimestamp(START_MS) },
  spec: {},
  status: {
    capacity: { cpu: "8", memory: "16Gi", pods: "110" },
    conditions: [{ type: "Ready", status: "True" }],
    addresses: [{ type: "InternalIP", address: "172.18.0.2" }],
  },
};

const addComponent = (world: World, name: string): void => {
  putObject<Deployment>(world, "deployments.apps", deploymentOf(name, 1));
  putPod(world, name, { running: { startedAt: toTimestamp(world.nowMs()) } });
  putObject<Service>(world, "services", {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace: NAMESPACE },
    spec: { selector: { app: name }, clusterIP: "10.96.0.7", ports: [{ name: "main", port: 8080 }] },
  });
  putObject<EndpointSlice>(world, "endpointslices.discovery.k8s.io", sliceOf(name, true));
  startProcess(world, name);
};

/** The EndpointSlice of a component. */
export const sliceOf = (name: string, ready: boolean): EndpointSlice => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: `${name}-x1`, namespace: NAMESPACE, labels: { "kubernetes.io/service-name": name } },
  addressType: "IPv4",
  endpoints: [
    { addresses: [podAddress(name)], conditions: { ready }, targetRef: { kind: "Pod", name: podName(name), namespace: NAMESPACE } },
  ],
  ports: [{ name: "main", port: 8080 }],
});

export const podName = (component: string): string => `${component}-5d9c7b-${component.slice(0, 2)}x1`;

const podAddress = (component: string): string => `10.244.0.${5 + (COMPONENTS as readonly string[]).indexOf(component)}`;

export const processKey = (component: string): string => `${NAMESPACE}/${podName(component)}/${component}`;

/** A Deployment with so many available replicas. */
export const deploymentOf = (name: string, available: number): Deployment => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, namespace: NAMESPACE, generation: 1 },
  spec: { replicas: 1, selector: { matchLabels: { app: name } }, template: { spec: { containers: [] } } },
  status: { replicas: 1, readyReplicas: available, availableReplicas: available, unavailableReplicas: 1 - available },
});

/** Writes a component's pod with its container in a state. */
export const putPod = (
  world: World,
  component: string,
  state: ContainerState,
  { phase = "Running", restartCount = 0 }: { readonly phase?: "Running" | "Pending"; readonly restartCount?: number } = {},
): Pod => {
  const ready = state.running !== undefined;
  const running = ready ? "True" : "False";
  return putObject<Pod>(world, "pods", {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: podName(component),
      namespace: NAMESPACE,
      uid: `uid-${component}`,
      labels: { app: component },
      creationTimestamp: toTimestamp(START_MS),
    },
    spec: {
      nodeName: "node-1",
      containers: [{ name: component, image: `shop/${component}:1`, resources: { requests: { cpu: "100m" }, limits: { cpu: "500m" } } }],
    },
    status: {
      phase,
      podIP: podAddress(component),
      qosClass: "Burstable",
      conditions: [{ type: "Ready", status: running }],
      containerStatuses: [{ name: component, ready, restartCount, image: `shop/${component}:1`, imageID: "sha256:1", state }],
    },
  });
};

/** Records that a component's process started and listens, now. */
export const startProcess = (world: World, component: string, restartCount = 0): Process => {
  const pod = putPod(world, component, { running: { startedAt: toTimestamp(world.nowMs()) } }, { restartCount });
  const process: Process = {
    key: processKey(component),
    podUid: `uid-${component}`,
    start: {
      key: processKey(component),
      pod,
      container: pod.spec.containers[0] as Pod["spec"]["containers"][number],
      isInit: false,
      restartCount,
      env: {},
      files: {},
      volumes: {},
    },
    program: component,
    startedAtMs: world.nowMs(),
    phase: "running",
    ports: [{ port: 8080, protocol: "TCP", serves: `grpc/${component}` }],
  };
  const log = world.log<ProcessRecord>(PROCESS_HISTORY);
  log.append({ kind: "started", atMs: world.nowMs(), process });
  log.append({ kind: "listening", atMs: world.nowMs(), process });
  world.log<MemoryRow>(MEMORY_HISTORY).append({ fromMs: world.nowMs(), process: process.key, mib: 24, slopeMiBPerS: 0 });
  return process;
};

/** The first process of a component. */
export const processOf = (world: World, component: string): Process => {
  for (const { process } of world.log<ProcessRecord>(PROCESS_HISTORY).from(0)) if (process.key === processKey(component)) return process;
  throw new Error(`${component} never ran`);
};

/** Records that a component's process ended, now. */
export const endProcess = (world: World, process: Process, exitCode: number): void => {
  world.log<ProcessRecord>(PROCESS_HISTORY).append({
    kind: "ended",
    atMs: world.nowMs(),
    process,
    exit: { startedAtMs: process.startedAtMs, exitCode, reason: exitCode === 137 ? "OOMKilled" : "Error" },
    lines: [],
  });
};

export interface Traffic {
  readonly rate?: number;
  /** Errors of web's calls to cart, which web passes on. */
  readonly errors?: readonly ErrorShare[];
  readonly cartMeanMs?: number;
  readonly cartCores?: number;
}

/** Appends a row of traffic that holds from now on. */
export const appendRow = (world: World, { rate = 40, errors = [], cartMeanMs = 8, cartCores = 0.1 }: Traffic): void => {
  const latency = { meanMs: 25, deviationMs: 25 };
  const passedUp = errors.map((error) => ({ ...error, cause: error.cause }));
  const row: FlowRow = {
    fromMs: world.nowMs(),
    operations: [{ operation: "GET /cart", app: "shop", namespace: NAMESPACE, rate, errors: passedUp, ...latency }],
    servers: [
      server("web", "GET /cart", { rate, errors: passedUp, ...latency, cpuCores: 0.05 }),
      server("cart", "cart.Cart/Get", { rate, errors: [], meanMs: cartMeanMs, deviationMs: cartMeanMs, cpuCores: cartCores }),
      server("cache", "get", { rate, errors: [], meanMs: 0.4, deviationMs: 0.4, cpuCores: 0.01 }),
    ],
    edges: [
      edge({ from: undefined, to: "web", operation: "GET /cart", protocol: "http", rate, errors: passedUp, ...latency }),
      edge({
        from: "web",
        to: "cart",
        operation: "cart.Cart/Get",
        protocol: "grpc",
        rate,
        errors,
        meanMs: cartMeanMs + 0.5,
        deviationMs: cartMeanMs,
      }),
      edge({ from: "cart", to: "cache", operation: "get", protocol: "memcached", rate, errors: [], meanMs: 0.8, deviationMs: 0.4 }),
    ],
  };
  world.log<FlowRow>(FLOW_HISTORY).append(row);
};

const server = (
  component: string,
  operation: string,
  flow: Omit<ServerFlow, "process" | "namespace" | "component" | "operation">,
): ServerFlow => ({
  process: processKey(component),
  namespace: NAMESPACE,
  component,
  operation,
  ...flow,
});

const edge = ({
  from,
  ...flow
}: Omit<EdgeFlow, "namespace" | "fromProcess" | "toProcess" | "from" | "root"> & { readonly from: string | undefined }): EdgeFlow => ({
  namespace: NAMESPACE,
  fromProcess: from === undefined ? undefined : processKey(from),
  from: from ?? "load-generator",
  toProcess: processKey(flow.to),
  root: "GET /cart",
  ...flow,
});
