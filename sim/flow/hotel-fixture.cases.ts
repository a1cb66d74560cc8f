import { WORLD_EPOCH_MS } from "#core/clock.ts";
import { buildManifests } from "#kube/app/manifest-builder.ts";
import type { ChartValues } from "#kube/app/manifest-values.ts";
import type { Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { getObject, listObjects, putObject, removeObject } from "../apiserver/store/store.ts";
import { World } from "../kernel/world.ts";
import { networkObservers } from "../network/network-revision.ts";
import { startProcess, stopProcess } from "../programs/runtime/process-host.ts";
import { appTimers } from "../programs/runtime/process-timers.ts";
import { answerAsProgram } from "./answer-as-program.ts";
import { flowObservers, flowTimers } from "./flow-timers.ts";
import type { HotelChart } from "./hotel-chart.cases.ts";

/** Test bed: hotel-reservation with pods and endpoints put by hand, no controllers, no kubelet. Exited containers start again after 10 s. */
export const NAMESPACE = "shop";

export const createFixture = ({ values, record, behaviour }: HotelChart, seed = "1"): World => {
  const world = new World(
    {
      timers: {
        ...appTimers,
        ...flowTimers,
        "kubelet/container-exited": (w, key) => w.setTimer("bed/restart", key, w.nowMs() + 10_000),
        "bed/restart": (w, key) => {
          const [namespace, name] = key.split("/");
          const pod = getObject<Pod>(w, "pods", namespace, name ?? "");
          if (pod !== undefined) start(w, pod, 1);
        },
      },
      observers: [...networkObservers, ...flowObservers],
      config: { apps: [{ record, behaviour, namespace: NAMESPACE }], answerHttp: answerAsProgram },
    },
    seed,
    WORLD_EPOCH_MS,
  );
  putObject(world, "namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } });
  putDns(world);
  putHotel(world, values);
  return world;
};

/** The same, after some minutes of load. */
export const createWarmFixture = (chart: HotelChart, seed = "1"): World => {
  const world = createFixture(chart, seed);
  world.runUntil(world.nowMs() + 300_000);
  return world;
};

const putHotel = (world: World, values: ChartValues): void => {
  let ip = 10;
  for (const object of buildManifests(values, { namespace: NAMESPACE })) {
    ip += 1;
    if (object.kind === "Service")
      putObject(world, "services", { ...(object as Service), spec: { ...(object as Service).spec, clusterIP: `10.96.1.${ip}` } });
    if (object.kind === "ConfigMap") putObject(world, "configmaps", object);
    if (object.kind === "Deployment") putObject(world, "deployments.apps", object);
  }
  for (const deployment of listObjects<Deployment>(world, "deployments.apps", NAMESPACE)) startPod(world, deployment.metadata.name);
};

/** Makes the one pod of a Deployment and starts its container. */
export const startPod = (world: World, component: string): Pod => {
  const deployment = getObject<Deployment>(world, "deployments.apps", NAMESPACE, component) as Deployment;
  const number = world.count("bed/pods");
  const pod: Pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: `${component}-5d4-${number}`,
      namespace: NAMESPACE,
      uid: `uid-${number}`,
      labels: { ...deployment.spec.template.metadata?.labels, "pod-template-hash": "5d4" },
      ownerReferences: [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: `${component}-5d4`, uid: "r", controller: true }],
    },
    spec: { ...deployment.spec.template.spec, nodeName: `worker-${number % 3}` },
    status: { phase: "Running", podIP: `10.244.${number % 3}.${number}`, conditions: [{ type: "Ready", status: "True" }] },
  };
  const stored = putObject(world, "pods", pod);
  start(world, stored, 0);
  syncSlices(world);
  return stored;
};

/** Deletes the pod of a component, gracefully or at once. */
export const deletePod = (world: World, component: string, signal: "TERM" | "KILL" = "TERM"): void => {
  const pod = podOf(world, component);
  if (pod === undefined) return;
  stopProcess(world, keyOf(pod), signal);
  world.clearTimer("bed/restart", keyOf(pod));
  removeObject(world, "pods", NAMESPACE, pod.metadata.name);
  syncSlices(world);
};

export const podOf = (world: World, component: string): Pod | undefined =>
  listObjects<Pod>(world, "pods", NAMESPACE).find(({ metadata }) => metadata.name.startsWith(`${component}-5d4-`));

export const keyOf = ({ metadata, spec }: Pod): string => `${metadata.namespace}/${metadata.name}/${spec.containers[0]?.name}`;

/** Creates the slices that the EndpointSlice controller would. */
export const syncSlices = (world: World): void => {
  for (const service of listObjects<Service>(world, "services", NAMESPACE)) {
    const { selector, ports = [] } = service.spec;
    const pods = listObjects<Pod>(world, "pods", NAMESPACE).filter(({ metadata }) =>
      Object.entries(selector ?? {}).every(([key, value]) => metadata.labels?.[key] === value),
    );
    putObject(world, "endpointslices.discovery.k8s.io", {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: {
        name: `${service.metadata.name}-abcde`,
        namespace: NAMESPACE,
        labels: { "kubernetes.io/service-name": service.metadata.name },
      },
      addressType: "IPv4",
      endpoints: pods.map(({ status, spec }) => ({
        addresses: [status?.podIP ?? ""],
        conditions: { ready: true },
        nodeName: spec.nodeName,
      })),
      ports: ports.map(({ name, targetPort, protocol = "TCP" }) => ({ name, port: targetPort, protocol })),
    } as never);
  }
};

const start = (world: World, pod: Pod, restartCount: number): void => {
  const container = pod.spec.containers[0] as Pod["spec"]["containers"][number];
  const files: Record<string, string> = {};
  const volumes: Record<string, string> = {};
  for (const { name, mountPath, subPath } of container.volumeMounts ?? []) {
    const volume = pod.spec.volumes?.find((candidate) => candidate.name === name);
    if (volume?.persistentVolumeClaim !== undefined) volumes[mountPath] = `pv-${volume.persistentVolumeClaim.claimName}`;
    const data =
      volume?.configMap?.name === undefined
        ? {}
        : (getObject<ConfigMap>(world, "configmaps", NAMESPACE, volume.configMap.name)?.data ?? {});
    for (const [key, text] of Object.entries(data))
      if (subPath === undefined || subPath === key) files[subPath === undefined ? `${mountPath}/${key}` : mountPath] = text;
  }
  const env = Object.fromEntries((container.env ?? []).map(({ name, value = "" }) => [name, value]));
  startProcess(world, { key: keyOf(pod), pod, container, isInit: false, restartCount, env, files, volumes });
};

const putDns = (world: World): void => {
  const labels = { "k8s-app": "kube-dns" };
  const container = { name: "coredns", image: "registry.k8s.io/coredns/coredns:v1.13.1" };
  const pod: Pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "coredns-1", namespace: "kube-system", uid: "dns", labels },
    spec: { containers: [container] },
    status: { phase: "Running", podIP: "10.244.0.2" },
  };
  putObject(world, "pods", pod);
  putObject(world, "services", {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "kube-dns", namespace: "kube-system" },
    spec: { clusterIP: "10.96.0.10", selector: labels, ports: [{ name: "dns", port: 53, protocol: "UDP" }] },
  } as Service);
  putObject(world, "endpointslices.discovery.k8s.io", {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: "kube-dns-1", namespace: "kube-system", labels: { "kubernetes.io/service-name": "kube-dns" } },
    addressType: "IPv4",
    endpoints: [{ addresses: ["10.244.0.2"], conditions: { ready: true } }],
    ports: [{ name: "dns", port: 53, protocol: "UDP" }],
  } as never);
  startProcess(world, {
    key: "kube-system/coredns-1/coredns",
    pod,
    container,
    isInit: false,
    restartCount: 0,
    env: {},
    files: {},
    volumes: {},
  });
};
