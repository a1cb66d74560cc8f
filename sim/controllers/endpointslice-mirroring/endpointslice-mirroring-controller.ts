import { isSameJson } from "#core/canonical-json.ts";
import type { EndpointSlice, Endpoints, Service } from "#kube/types/network.ts";
import { getByKey, listObjects } from "../../apiserver/store/store.ts";
import { type Controller, itself, type KeysOf, NO_KEYS, ownerReferenceTo, splitKey } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import type { World } from "../../kernel/world.ts";
import { ADDRESSES_MAX, type MirroredSlice, mirroredSlices } from "./mirrored-slices.ts";

const SLICES = "endpointslices.discovery.k8s.io";
const USER = "endpointslicemirroring-controller";
const MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
const MANAGER = "endpointslicemirroring-controller.k8s.io";
const SERVICE_NAME = "kubernetes.io/service-name";

/** Mirrors hand-written Endpoints of a Service without a selector to EndpointSlices. */
export const endpointSliceMirroringController: Controller = {
  name: "endpointslicemirroring",
  watches: {
    endpoints: (_world, { key, object, previous }) =>
      [object, previous].some((one) => one !== undefined && isMirrored(one as Endpoints)) ? [key] : NO_KEYS,
    services: (world, change) =>
      hasSelector(change.object as Service) && (change.previous === undefined || hasSelector(change.previous as Service))
        ? NO_KEYS
        : itself(world, change),
    [SLICES]: (_world, { type, object, previous }) =>
      type === "ADDED" ? NO_KEYS : [...new Set([object, previous].flatMap((slice) => mirroredKey(slice as EndpointSlice | undefined)))],
  },
  retry: { firstMs: 1000, lastMs: 100_000, triesMax: 15 },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const endpoints = getByKey<Endpoints>(world, "endpoints", key);
    const service = getByKey<Service>(world, "services", key);
    const isWanted = endpoints !== undefined && isMirrored(endpoints) && service !== undefined && !hasSelector(service);
    const slices = listObjects<EndpointSlice>(world, SLICES, namespace).filter(
      ({ metadata: { labels } }) => labels?.[SERVICE_NAME] === name && labels[MANAGED_BY] === MANAGER,
    );
    if (isWanted) writeSlices(world, endpoints, slices);
    else dropSlices(world, slices);
  },
};

const mirroredKey = (slice: EndpointSlice | undefined): ReturnType<KeysOf> => {
  const { [MANAGED_BY]: manager, [SERVICE_NAME]: name } = slice?.metadata.labels ?? {};
  return slice === undefined || manager !== MANAGER || name === undefined ? NO_KEYS : [`${slice.metadata.namespace}/${name}`];
};

/** Tells Endpoints to mirror: not those that opt out, and not leader election locks. */
const isMirrored = ({ metadata: { labels, annotations } }: Endpoints): boolean =>
  labels?.["endpointslice.kubernetes.io/skip-mirror"] !== "true" && annotations?.["control-plane.alpha.kubernetes.io/leader"] === undefined;

/** Tells Services with a selector; an empty one would count, but the API does not keep it. */
const hasSelector = ({ spec }: Service): boolean => spec.selector !== undefined;

/** One slice for each set of ports and family; slices that are not needed any more are used again for others. */
const writeSlices = (world: World, endpoints: Endpoints, present: readonly EndpointSlice[]): void => {
  const { slices: wanted, skipped } = mirroredSlices(endpoints);
  if (skipped > 0) warnOfSkipped(world, endpoints, skipped);
  const left = [...present];
  const pairs = wanted.map((want) => ({ want, slice: take(left, (slice) => isFor(slice, want)) }));
  for (const { want, slice } of pairs)
    writeSlice(world, endpoints, slice ?? take(left, ({ addressType }) => addressType === want.addressType), want);
  dropSlices(world, left);
};

const isFor = ({ addressType, ports }: EndpointSlice, want: MirroredSlice): boolean =>
  addressType === want.addressType && isSameJson(ports ?? [], want.ports);

const take = (slices: EndpointSlice[], fits: (slice: EndpointSlice) => boolean): EndpointSlice | undefined => {
  const index = slices.findIndex(fits);
  return index === -1 ? undefined : slices.splice(index, 1)[0];
};

const writeSlice = (world: World, endpoints: Endpoints, slice: EndpointSlice | undefined, want: MirroredSlice): void => {
  const { metadata } = endpoints;
  const { [LAST_TRIGGER]: _trigger, [LAST_APPLIED]: _applied, ...annotations } = metadata.annotations ?? {};
  const labels = { ...metadata.labels, [SERVICE_NAME]: metadata.name, [MANAGED_BY]: MANAGER };
  const named = slice === undefined ? { name: "", generateName: `${metadata.name}-` } : { name: slice.metadata.name };
  const wanted: EndpointSlice = {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { ...named, namespace: metadata.namespace as string, labels, annotations, ownerReferences: [ownerReferenceTo(endpoints)] },
    ...want,
  };
  const client = clientFor(world, USER);
  if (slice === undefined) client.create(SLICES, wanted);
  else if (!isUpToDate(slice, wanted)) client.update(SLICES, wanted);
};

const isUpToDate = (slice: EndpointSlice, wanted: EndpointSlice): boolean => {
  const parts = ({ metadata: { labels = {}, annotations = {}, ownerReferences }, endpoints, ports }: EndpointSlice): unknown => [
    ...[labels, annotations, ownerReferences?.map(({ uid }) => uid)],
    ...[endpoints ?? [], ports ?? []],
  ];
  return isSameJson(parts(slice), parts(wanted));
};

const LAST_TRIGGER = "endpoints.kubernetes.io/last-change-trigger-time";
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

const dropSlices = (world: World, slices: readonly EndpointSlice[]): void => {
  for (const { metadata } of slices) clientFor(world, USER).delete(SLICES, metadata.namespace, metadata.name);
};

const warnOfSkipped = (world: World, endpoints: Endpoints, skipped: number): void =>
  clientFor(world, USER).event(endpoints, {
    type: "Warning",
    reason: "TooManyAddressesToMirror",
    message: `A max of ${ADDRESSES_MAX} addresses can be mirrored to EndpointSlices per Endpoints subset. ${skipped} addresses were skipped`,
    component: "endpoint-slice-mirroring-controller",
  });
