import { isSameJson } from "#core/canonical-json.ts";
import type { EndpointAddress, Endpoints, Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getByKey } from "../../apiserver/store/store.ts";
import { type Controller, itself, splitKey } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { isPodReady } from "../../controller-runtime/pod-state.ts";
import {
  computeTriggerTime,
  endpointHostname,
  endpointPods,
  isHeadless,
  keepsEndpoints,
  selectedPods,
  servicesOfPod,
  targetPortOf,
} from "../../controller-runtime/service-pods.ts";
import type { World } from "../../kernel/world.ts";
import { repackSubsets, type Subset, type SubsetPort } from "./repack-subsets.ts";

/** Keeps the Endpoints object of Services that have a selector; it goes when its Service goes. */
export const endpointsController: Controller = {
  name: "endpoints",
  watches: { services: itself, pods: servicesOfPod, endpoints: (_world, change) => (change.type === "DELETED" ? [change.key] : []) },
  retry: { triesMax: 15 },
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

const MANAGED_BY = "endpoints.kubernetes.io/managed-by";
const MANAGER = "endpoint-controller";
const LAST_TRIGGER = "endpoints.kubernetes.io/last-change-trigger-time";

const writeEndpoints = (world: World, service: Service, present: Endpoints | undefined): void => {
  const selected = selectedPods(world, service);
  const pods = endpointPods(selected).filter(
    ({ metadata }) => metadata.deletionTimestamp === undefined || service.spec.publishNotReadyAddresses === true,
  );
  const subsets = subsetsOf(service, pods);
  const trigger = computeTriggerTime(world, "endpoints", service, selected);
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

/** Each address with each of its ports, packed: a pod without a port that is asked for has no part in that port. */
const subsetsOf = (service: Service, pods: readonly Pod[]): readonly Subset[] =>
  repackSubsets(
    pods.flatMap((pod): readonly Subset[] => {
      const isReady = isPodReady(pod) || service.spec.publishNotReadyAddresses === true;
      const hosts = { [isReady ? "addresses" : "notReadyAddresses"]: [addressOf(service, pod)] };
      return (service.spec.ports ?? []).length === 0 ? [hosts] : portsOf(service, pod).map((port) => ({ ...hosts, ports: [port] }));
    }),
  );

const portsOf = ({ spec }: Service, pod: Pod): readonly SubsetPort[] =>
  (spec.ports ?? []).flatMap((servicePort) => {
    const port = targetPortOf(pod, servicePort);
    if (port === undefined) return [];
    const { name, protocol = "TCP", appProtocol } = servicePort;
    return [{ ...(name && { name }), port, protocol, ...(appProtocol !== undefined && { appProtocol }) }];
  });

const addressOf = (service: Service, pod: Pod): EndpointAddress => ({
  ip: pod.status?.podIP as string,
  ...endpointHostname(pod, service),
  ...(pod.spec.nodeName === undefined ? {} : { nodeName: pod.spec.nodeName }),
  targetRef: { kind: "Pod", namespace: pod.metadata.namespace as string, name: pod.metadata.name, uid: pod.metadata.uid as string },
});
