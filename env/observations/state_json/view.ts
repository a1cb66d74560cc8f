import type { ClusterView } from "#kube/ports/cluster-port.ts";
import { summarisePod } from "#kube/table/pod-columns.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { EndpointSlice, Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { DaemonSet, Deployment, StatefulSet } from "#kube/types/workloads.ts";
import { listVisible } from "../list-visible.ts";
import { defineView } from "../view.ts";

const schema = {
  type: "object",
  properties: {
    workloads: {
      type: "array",
      items: {
        type: "object",
        properties: {
          kind: { type: "string" },
          name: { type: "string" },
          desired: { type: "integer" },
          ready: { type: "integer" },
          updated: { type: "integer" },
        },
      },
    },
    pods: {
      type: "array",
      items: {
        type: "object",
        properties: {
          name: { type: "string" },
          status: { type: "string" },
          ready: { type: "boolean" },
          restarts: { type: "integer" },
          node: { type: "string" },
        },
      },
    },
    services: {
      type: "array",
      items: {
        type: "object",
        properties: { name: { type: "string" }, ready_endpoints: { type: "integer" }, endpoints: { type: "integer" } },
      },
    },
    nodes: {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" }, ready: { type: "boolean" }, schedulable: { type: "boolean" } } },
    },
  },
  required: ["workloads", "pods", "services", "nodes"],
};

export default defineView({
  spec: {
    name: "state_json",
    mediaType: "application/json",
    schemaJson: JSON.stringify(schema),
    deterministic: true,
    agentVisible: true,
    defaultJson: '{"workloads":[],"pods":[],"services":[],"nodes":[]}',
  },
  render: async ({ view, namespace }) => {
    const [workloads, pods, services, nodes] = [
      await readWorkloads(view, namespace),
      await readPods(view, namespace),
      await readServices(view, namespace),
      await readNodes(view),
    ];
    return JSON.stringify({ workloads, pods, services, nodes });
  },
});

const readWorkloads = async (view: ClusterView, namespace: string): Promise<readonly unknown[]> => {
  const deployments = await listVisible<Deployment>(view, "deployments.apps", namespace);
  const sets = await listVisible<StatefulSet>(view, "statefulsets.apps", namespace);
  const daemons = await listVisible<DaemonSet>(view, "daemonsets.apps", namespace);
  return [
    ...[...deployments.map((item) => ({ ...item, kind: "Deployment" })), ...sets.map((item) => ({ ...item, kind: "StatefulSet" }))].map(
      ({ kind, metadata, spec, status }) => ({
        kind,
        name: metadata.name,
        desired: spec.replicas ?? 1,
        ready: status?.readyReplicas ?? 0,
        updated: status?.updatedReplicas ?? 0,
      }),
    ),
    ...daemons.map(({ metadata, status }) => ({
      kind: "DaemonSet",
      name: metadata.name,
      desired: status?.desiredNumberScheduled ?? 0,
      ready: status?.numberReady ?? 0,
      updated: status?.updatedNumberScheduled ?? 0,
    })),
  ];
};

const readPods = async (view: ClusterView, namespace: string): Promise<readonly unknown[]> => {
  const pods = await listVisible<Pod>(view, "pods", namespace);
  return pods.map((pod) => ({
    name: pod.metadata.name,
    status: summarisePod(pod).status,
    ready: pod.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") ?? false,
    restarts: (pod.status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0),
    node: pod.spec.nodeName ?? "",
  }));
};

const readServices = async (view: ClusterView, namespace: string): Promise<readonly unknown[]> => {
  const slices = await listVisible<EndpointSlice>(view, "endpointslices.discovery.k8s.io", namespace);
  const services = await listVisible<Service>(view, "services", namespace);
  return services.map(({ metadata }) => {
    const endpoints = slices
      .filter((slice) => slice.metadata.labels?.["kubernetes.io/service-name"] === metadata.name)
      .flatMap((slice) => slice.endpoints ?? []);
    return {
      name: metadata.name,
      ready_endpoints: endpoints.filter(({ conditions }) => conditions?.ready !== false).length,
      endpoints: endpoints.length,
    };
  });
};

const readNodes = async (view: ClusterView): Promise<readonly unknown[]> => {
  const nodes = await listVisible<Node>(view, "nodes");
  return nodes.map(({ metadata, spec, status }) => ({
    name: metadata.name,
    ready: status?.conditions?.some(({ type, status: value }) => type === "Ready" && value === "True") ?? false,
    schedulable: spec.unschedulable !== true,
  }));
};
