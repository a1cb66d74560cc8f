import { invariant } from "#core/invariant.ts";
import { labelsMatch } from "#kube/objects/label-selector.ts";
import type { EndpointSlice, Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { getObject, listObjects, resourceRevision } from "../apiserver/store/store.ts";
import { isPodReady } from "../controller-runtime/pod-state.ts";
import { endpointPods, keepsEndpoints, selectedPods } from "../controller-runtime/service-pods.ts";
import type { World } from "../kernel/world.ts";

/** The ready endpoints of a Service are its ready pods, unless its controller has not yet had its turn. */
export const checkEndpointsArePods = (world: World): void => {
  const revision = resourceRevision(world, "pods") + resourceRevision(world, "services") + resourceRevision(world, SLICES);
  world.memo("check/endpoints-are-pods", revision, () => {
    for (const service of listObjects<Service>(world, "services")) checkService(world, service);
  });
};

const SLICES = "endpointslices.discovery.k8s.io";
/** Label by which slices of other managers are skipped. */
const MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
const MANAGER = "endpointslice-controller.k8s.io";

const checkService = (world: World, service: Service): void => {
  const { namespace, name } = service.metadata;
  if (
    !keepsEndpoints(service) ||
    world.timerAtMs("controller/endpointslice", `${namespace}/${name}`) !== undefined ||
    service.spec.publishNotReadyAddresses === true
  )
    return;
  const slices = listObjects<EndpointSlice>(world, SLICES, namespace).filter(
    ({ metadata }) => metadata.labels?.["kubernetes.io/service-name"] === name && metadata.labels[MANAGED_BY] === MANAGER,
  );
  const listed = slices.flatMap(({ endpoints }) =>
    (endpoints ?? [])
      .filter(({ conditions }) => conditions?.ready === true)
      .flatMap(({ targetRef }) => (targetRef === undefined ? [] : [targetRef.name])),
  );
  const wanted = endpointPods(selectedPods(world, service)).filter(
    (pod) => isPodReady(pod) && pod.metadata.deletionTimestamp === undefined,
  );
  invariant(
    listed.length === wanted.length,
    `service ${namespace}/${name} lists ${listed.length} ready endpoints and has ${wanted.length} ready pods`,
  );
  for (const podName of listed) {
    const pod = getObject<Pod>(world, "pods", namespace, podName);
    invariant(
      pod !== undefined && labelsMatch(service.spec.selector, pod.metadata.labels),
      `service ${namespace}/${name} lists ${podName}, which it does not select`,
    );
  }
};
