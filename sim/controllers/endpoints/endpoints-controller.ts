import { canonicalJson, isSameJson } from "#core/canonical-json.ts";
import type { EndpointAddress, Endpoints, Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getByKey } from "../../apiserver/store.ts";
import type { World } from "../../kernel/world.ts";
import { type Controller, itself, splitKey } from "../frame/controller.ts";
import { clientFor } from "../frame/identity.ts";
import { isPodReady } from "../frame/pod-state.ts";
import {
  endpointHostname,
  endpointPods,
  isHeadless,
  keepsEndpoints,
  noteTrigger,
  selectedPods,
  servicesOfPod,
  targetPortOf,
} from "../frame/service-pods.ts";

/** Keeps the Endpoints object of Services that have a selector; it goes when its Service goes. */
export const endpointsController: Controller = {
  name: "endpoints",
  watches: { services: itself, pods: servicesOfPod, endpoints: (_world, change) => (change.type === "DELETED" ? [change.key] : []) },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const service = getByKey<Service>(world, "services", key);
    const present = getByKey<Endpoints>(world, "endpoints", key);
    if (service === undefined) {
      if (present !== undefined && present.metadata.labels?.[MANAGED_BY] === MANAGER)
        clientFor(world, "endpoint-controller").delete("endpoints", namespace, name);
      return;
    }
    if (keepsEndpoints(service)) writeEndpoints(world, service, present);
  },
};

type Subset = NonNullable<Endpoints["subsets"]>[number];
type Ports = NonNullable<Subset["ports"]>;

const MANAGED_BY = "endpoints.kubernetes.io/managed-by";
const MANAGER = "endpoint-controller";
const LAST_TRIGGER = "endpoints.kubernetes.io/last-change-trigger-time";

const writeEndpoints = (world: World, service: Service, present: Endpoints | undefined): void => {
  const selected = selectedPods(world, service);
  const pods = endpointPods(selected).filter(
    ({ metadata }) => metadata.deletionTimestamp === undefined || service.spec.publishNotReadyAddresses === true,
  );
  const subsets = subsetsOf(service, pods);
  const trigger = noteTrigger(world, "endpoints", service, selected);
  const labels = {
    ...service.metadata.labels,
    [MANAGED_BY]: MANAGER,
    ...(isHeadless(service) ? { "service.kubernetes.io/headless": "" } : {}),
  };
  if (present !== undefined && isSameJson([present.subsets ?? [], present.metadata.labels ?? {}], [subsets, labels])) return;
  const { name, namespace } = service.metadata;
  const told = trigger === undefined ? {} : { annotations: { [LAST_TRIGGER]: trigger } };
  const client = clientFor(world, "endpoint-controller");
  const content = subsets.length === 0 ? {} : { subsets };
  if (present === undefined) {
    client.create<Endpoints>("endpoints", {
      apiVersion: "v1",
      kind: "Endpoints",
      metadata: { name, namespace: namespace as string, labels, ...told },
      ...content,
    });
    return;
  }
  const { subsets: _before, ...rest } = present;
  const { annotations: _told, ...metadata } = present.metadata;
  client.update<Endpoints>("endpoints", { ...rest, metadata: { ...metadata, labels, ...told }, ...content });
};

/** Addresses that have the same ports share a subset. */
const subsetsOf = (service: Service, pods: readonly Pod[]): readonly Subset[] => {
  const groups = new Map<string, { ports: Ports; ready: EndpointAddress[]; notReady: EndpointAddress[] }>();
  for (const pod of pods) {
    const ports = portsOf(service, pod);
    if (ports.length === 0 && (service.spec.ports ?? []).length > 0) continue;
    const id = canonicalJson(ports);
    const group = groups.get(id) ?? { ports, ready: [], notReady: [] };
    (isPodReady(pod) || service.spec.publishNotReadyAddresses === true ? group.ready : group.notReady).push(addressOf(service, pod));
    groups.set(id, group);
  }
  return [...groups.keys()]
    .sort()
    .map((id) => subsetOf(groups.get(id) as { ports: Ports; ready: EndpointAddress[]; notReady: EndpointAddress[] }));
};

const subsetOf = ({
  ports,
  ready,
  notReady,
}: {
  readonly ports: Ports;
  readonly ready: EndpointAddress[];
  readonly notReady: EndpointAddress[];
}): Subset => ({
  ...(ready.length === 0 ? {} : { addresses: ready.sort(byAddress) }),
  ...(notReady.length === 0 ? {} : { notReadyAddresses: notReady.sort(byAddress) }),
  ...(ports.length === 0 ? {} : { ports }),
});

const portsOf = ({ spec }: Service, pod: Pod): Ports =>
  (spec.ports ?? []).flatMap((servicePort) => {
    const port = targetPortOf(pod, servicePort);
    if (port === undefined) return [];
    return [
      {
        ...(servicePort.name === undefined || servicePort.name === "" ? {} : { name: servicePort.name }),
        port,
        protocol: servicePort.protocol ?? "TCP",
      },
    ];
  });

const addressOf = (service: Service, pod: Pod): EndpointAddress => ({
  ip: pod.status?.podIP as string,
  ...endpointHostname(pod, service),
  ...(pod.spec.nodeName === undefined ? {} : { nodeName: pod.spec.nodeName }),
  targetRef: { kind: "Pod", namespace: pod.metadata.namespace as string, name: pod.metadata.name, uid: pod.metadata.uid as string },
});

const byAddress = (a: EndpointAddress, b: EndpointAddress): number => {
  const [left, right] = [a.ip.split(".").map(Number), b.ip.split(".").map(Number)];
  for (let i = 0; i < 4; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};
