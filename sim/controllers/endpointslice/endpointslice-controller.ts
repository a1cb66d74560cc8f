import { canonicalJson, isSameJson } from "#core/canonical-json.ts";
import type { Result } from "#core/result.ts";
import type { Status } from "#kube/types/meta.ts";
import type { EndpointSlice, Service, SliceEndpoint } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { isRefusal } from "../../apiserver/http/refused-writes.ts";
import { getByKey, listObjects } from "../../apiserver/store/store.ts";
import { type Controller, itself, NO_KEYS, ownerReferenceTo, splitKey } from "../../controller-runtime/controller.ts";
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
import { inSliceOrder } from "../../controller-runtime/slice-ports.ts";
import type { World } from "../../kernel/world.ts";

const SLICES = "endpointslices.discovery.k8s.io";

/** Keeps the EndpointSlices of Services that have a selector. */
export const endpointSliceController: Controller = {
  name: "endpointslice",
  watches: {
    services: itself,
    pods: servicesOfPod,
    [SLICES]: (_world, { type, object, previous }) =>
      type === "ADDED" ? NO_KEYS : [...new Set([object, previous].flatMap((slice) => serviceKey(slice as EndpointSlice | undefined)))],
  },
  retry: { firstMs: 1000, triesMax: 15 },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const service = getByKey<Service>(world, "services", key);
    if (service === undefined || service.metadata.deletionTimestamp !== undefined || !keepsEndpoints(service)) return;
    const pods = selectedPods(world, service);
    const slices = listObjects<EndpointSlice>(world, SLICES, namespace).filter(
      (slice) => slice.metadata.labels?.[SERVICE_NAME] === name && isOurs(slice),
    );
    const problems = writeSlices(
      world,
      service,
      slices,
      wantedSlices(service, endpointPods(pods)),
      computeTriggerTime(world, "endpointslice", service, pods),
    );
    if (problems.length > 0) sayFailure(world, service, problems);
  },
};

const sayFailure = (world: World, service: Service, problems: readonly string[]): void => {
  const { namespace, name } = service.metadata;
  const words = problems.length === 1 ? problems[0] : `[${[...new Set(problems)].join(", ")}]`;
  const message = `Error updating Endpoint Slices for Service ${namespace}/${name}: ${words}`;
  const reason = "FailedToUpdateEndpointSlices";
  clientFor(world, "endpointslice-controller").event(service, { type: "Warning", reason, message, component: "endpoint-slice-controller" });
};

type Ports = NonNullable<EndpointSlice["ports"]>;
type Endpoint = SliceEndpoint;

/** Endpoints of a slice, which share its ports. */
interface WantedSlice {
  readonly ports: Ports;
  readonly endpoints: readonly Endpoint[];
}

const MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
const MANAGER = "endpointslice-controller.k8s.io";
const SERVICE_NAME = "kubernetes.io/service-name";
const LAST_TRIGGER = "endpoints.kubernetes.io/last-change-trigger-time";
const ENDPOINTS_PER_SLICE_MAX = 100;

const isOurs = ({ metadata }: EndpointSlice): boolean =>
  metadata.labels?.[MANAGED_BY] === MANAGER && metadata.deletionTimestamp === undefined;

const serviceKey = (slice: EndpointSlice | undefined): readonly string[] => {
  const service = slice?.metadata.labels?.[SERVICE_NAME];
  return slice === undefined || service === undefined ? NO_KEYS : [`${slice.metadata.namespace}/${service}`];
};

const wantedSlices = (service: Service, pods: readonly Pod[]): readonly WantedSlice[] => {
  const groups = new Map<string, { ports: Ports; endpoints: Endpoint[] }>();
  for (const pod of pods) {
    const ports = portsOf(service, pod);
    const id = canonicalJson(ports);
    const group = groups.get(id) ?? { ports, endpoints: [] };
    group.endpoints.push(endpointOf(service, pod));
    groups.set(id, group);
  }
  return [...groups.values()].flatMap(({ ports, endpoints }) => chunks(endpoints).map((some) => ({ ports, endpoints: some })));
};

const chunks = (endpoints: readonly Endpoint[]): readonly (readonly Endpoint[])[] =>
  Array.from({ length: Math.ceil(endpoints.length / ENDPOINTS_PER_SLICE_MAX) }, (_, i) =>
    endpoints.slice(i * ENDPOINTS_PER_SLICE_MAX, (i + 1) * ENDPOINTS_PER_SLICE_MAX),
  );

const portsOf = ({ spec }: Service, pod: Pod): Ports =>
  inSliceOrder(
    (spec.ports ?? []).flatMap((servicePort) => {
      const port = targetPortOf(pod, servicePort);
      if (port === undefined) return [];
      const { name = "", protocol = "TCP", appProtocol } = servicePort;
      return [{ name, protocol, port, ...(appProtocol === undefined ? {} : { appProtocol }) }];
    }),
  );

const endpointOf = (service: Service, pod: Pod): Endpoint => {
  const isTerminating = pod.metadata.deletionTimestamp !== undefined;
  const isServing = isPodReady(pod);
  const isPublished = service.spec.publishNotReadyAddresses === true;
  return {
    addresses: [pod.status?.podIP as string],
    conditions: { ready: isPublished || (isServing && !isTerminating), serving: isServing, terminating: isTerminating },
    ...endpointHostname(pod, service),
    targetRef: { kind: "Pod", namespace: pod.metadata.namespace as string, name: pod.metadata.name, uid: pod.metadata.uid as string },
    ...(pod.spec.nodeName === undefined ? {} : { nodeName: pod.spec.nodeName }),
  };
};

/**
 * Reuses slices of the Service with the same ports, then any others of it, then makes new ones; a Service always keeps one.
 * @returns what was refused, in the controller's words
 */
const writeSlices = (
  world: World,
  service: Service,
  slices: readonly EndpointSlice[],
  wanted: readonly WantedSlice[],
  trigger: string | undefined,
): readonly string[] => {
  const strange = slices.filter((slice) => !isOwnedBy(slice, service));
  const left = slices.filter((slice) => isOwnedBy(slice, service));
  // What keeps the place of none may belong to nobody.
  if (wanted.length === 0 && left.length === 0 && strange.length === 1 && isPlaceholder(strange[0] as EndpointSlice, service)) return [];
  const open = wanted.length === 0 ? [{ ports: [], endpoints: [] }] : [...wanted];
  const pairs = open.map((want) => ({
    want,
    slice: take(left, (slice) => isSameJson(slice.ports ?? [], want.ports)),
  }));
  const about = `EndpointSlice for Service ${service.metadata.namespace}/${service.metadata.name}`;
  const problems: string[] = [];
  const note = (what: string, outcome: Result<unknown, Status> | undefined): void => {
    if (outcome?.ok === false && isRefusal(outcome.error)) problems.push(`failed to ${what}: ${outcome.error.message}`);
  };
  for (const { want, slice: alike } of pairs) {
    const slice = alike ?? take(left, () => true);
    const what = slice === undefined ? `create ${about}` : `update ${slice.metadata.name} ${about}`;
    note(what, writeSlice(world, service, slice, want, trigger));
  }
  for (const { metadata } of [...left, ...strange])
    note(
      `delete ${metadata.name} ${about}`,
      clientFor(world, "endpointslice-controller").delete(SLICES, metadata.namespace, metadata.name),
    );
  return problems;
};

/** One that stayed of an earlier Service of the name is not the present one's. */
const isOwnedBy = ({ metadata }: EndpointSlice, service: Service): boolean =>
  (metadata.ownerReferences ?? []).some(({ uid }) => uid === service.metadata.uid);

const isPlaceholder = ({ endpoints, ports, metadata }: EndpointSlice, service: Service): boolean =>
  (endpoints ?? []).length === 0 && (ports ?? []).length === 0 && isSameJson(metadata.labels ?? {}, sliceLabels(service));

const take = (slices: EndpointSlice[], fits: (slice: EndpointSlice) => boolean): EndpointSlice | undefined => {
  const index = slices.findIndex(fits);
  return index === -1 ? undefined : slices.splice(index, 1)[0];
};

const writeSlice = (
  world: World,
  service: Service,
  slice: EndpointSlice | undefined,
  want: WantedSlice,
  trigger: string | undefined,
): Result<unknown, Status> | undefined => {
  const client = clientFor(world, "endpointslice-controller");
  const labels = sliceLabels(service);
  const endpoints = inPresentOrder(want.endpoints, slice?.endpoints ?? []);
  const content = { addressType: "IPv4" as const, endpoints, ports: want.ports };
  if (slice === undefined)
    return client.create<EndpointSlice>(SLICES, {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: newMetadata(service, labels, trigger),
      ...content,
    });
  const isSame = isSameJson([slice.endpoints ?? [], slice.ports ?? [], slice.metadata.labels ?? {}], [endpoints, want.ports, labels]);
  if (isSame) return undefined;
  const { annotations: _told, ...metadata } = slice.metadata;
  return client.update<EndpointSlice>(SLICES, {
    ...slice,
    metadata: { ...metadata, labels, ...(trigger !== undefined && { annotations: { [LAST_TRIGGER]: trigger } }) },
    ...content,
  });
};

const newMetadata = (
  service: Service,
  labels: Readonly<Record<string, string>>,
  trigger: string | undefined,
): EndpointSlice["metadata"] => ({
  name: "",
  generateName: `${service.metadata.name}-`,
  namespace: service.metadata.namespace as string,
  labels,
  ...(trigger !== undefined && { annotations: { [LAST_TRIGGER]: trigger } }),
  ownerReferences: [ownerReferenceTo(service)],
});

const sliceLabels = (service: Service): Readonly<Record<string, string>> => ({
  ...service.metadata.labels,
  [MANAGED_BY]: MANAGER,
  "kubernetes.io/service-name": service.metadata.name,
  ...(isHeadless(service) ? { "service.kubernetes.io/headless": "" } : {}),
});

/** Endpoints in their present order; new ones go to the end. */
const inPresentOrder = (wanted: readonly Endpoint[], present: readonly Endpoint[]): readonly Endpoint[] => {
  const place = new Map(present.map((endpoint, i) => [endpoint.addresses[0], i]));
  const rank = (endpoint: Endpoint): number => place.get(endpoint.addresses[0]) ?? present.length;
  return wanted
    .map((endpoint, i) => ({ endpoint, i }))
    .sort((a, b) => rank(a.endpoint) - rank(b.endpoint) || a.i - b.i)
    .map(({ endpoint }) => endpoint);
};
