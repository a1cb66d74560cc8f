import { isSameJson } from "#core/canonical-json.ts";
import { keepFor } from "#core/keep-for.ts";
import { parseTimestamp, toTimestamp } from "#core/timestamp.ts";
import { labelsMatch } from "#kube/objects/label-selector.ts";
import type { Service, ServicePort } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects } from "../apiserver/store/store.ts";
import type { ObjectChange } from "../kernel/object-change.ts";
import type { World } from "../kernel/world.ts";
import { findCondition } from "./conditions.ts";
import { type KeysOf, NO_KEYS } from "./controller.ts";
import { isPodReady, isPodTerminal } from "./pod-state.ts";

/** The Services that a change of a pod concerns: those that select it, before or after. Several controllers ask. */
export const servicesOfPod: KeysOf = (world, change) => {
  const { object, previous, type } = change;
  if (type === "MODIFIED" && previous !== undefined && isSameEndpoint(previous as Pod, object as Pod)) return NO_KEYS;
  return asked(change, world);
};

/** True when the controllers keep endpoints for a Service: it has a selector. */
export const keepsEndpoints = ({ spec }: Service): boolean => isSelecting(spec.selector) && spec.type !== "ExternalName";

/** All pods that a Service selects, sorted by name. */
export const selectedPods = (world: World, service: Service): readonly Pod[] =>
  listObjects<Pod>(world, "pods", service.metadata.namespace).filter((pod) => labelsMatch(service.spec.selector, pod.metadata.labels));

/** Pods that have an address and have not ended. */
export const endpointPods = (pods: readonly Pod[]): readonly Pod[] =>
  pods.filter((pod) => pod.status?.podIP !== undefined && !isPodTerminal(pod));

/** The port of a pod that a Service port leads to; undefined when the pod names none so. */
export const targetPortOf = (pod: Pod, { targetPort, port, protocol = "TCP" }: ServicePort): number | undefined => {
  if (targetPort === undefined || targetPort === 0) return port;
  if (typeof targetPort === "number") return targetPort;
  const sidecars = (pod.spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
  const ports = [...pod.spec.containers, ...sidecars].flatMap((container) => container.ports ?? []);
  return ports.find((candidate) => candidate.name === targetPort && (candidate.protocol ?? "TCP") === protocol)?.containerPort;
};

/** True for a Service without a cluster address. */
export const isHeadless = ({ spec }: Service): boolean => spec.clusterIP === "None";

/**
 * Trigger time of the oldest change that a controller of endpoints has not processed, as the annotation shows it.
 * @param pods all that the Service selects
 * @returns undefined when no remaining pod became ready or unready meanwhile
 */
export const computeTriggerTime = (world: World, controller: string, service: Service, pods: readonly Pod[]): string | undefined => {
  const states = world.map<TriggerState>(TRIGGERS);
  const key = `${controller} ${service.metadata.uid}`;
  const known = states.get(key);
  const times = pods.map((pod): ReadyTime => [pod.metadata.name, readyChangedMs(pod)]);
  if (known === undefined || !isSameJson(known, times)) states.set(key, Object.freeze(times));
  if (known === undefined) return service.metadata.creationTimestamp;
  const changed = times.flatMap(([name, atMs]) => (atMs > timeOf(known, name) ? [atMs] : []));
  return changed.length === 0 ? undefined : toTimestamp(Math.min(...changed));
};

/** Times at which pods became ready or unready, by name; a list rather than an object, as no two pods share a name. */
type TriggerState = readonly ReadyTime[];
type ReadyTime = readonly [pod: string, atMs: number];

const timeOf = (known: TriggerState, pod: string): number => timesByPod(known).get(pod) ?? 0;

const timesByPod = keepFor((known: TriggerState): ReadonlyMap<string, number> => new Map(known));

const TRIGGERS = "controllers/endpoint-triggers";

const readyChangedMs = keepFor(
  ({ status }: Pod): number => parseTimestamp(findCondition(status?.conditions, "Ready")?.lastTransitionTime ?? "") ?? 0,
);

/** The `hostname` of an endpoint: pods that name this Service as their subdomain have a DNS name of their own. */
export const endpointHostname = ({ spec }: Pod, { metadata }: Service): { readonly hostname?: string } =>
  spec.hostname !== undefined && spec.hostname !== "" && spec.subdomain === metadata.name ? { hostname: spec.hostname } : {};

const asked = keepFor(({ object, previous }: ObjectChange, world: World) =>
  selectingServices(world, object as Pod, previous as Pod | undefined),
);

const selectingServices = (world: World, after: Pod, before: Pod | undefined): readonly string[] =>
  listObjects<Service>(world, "services", after.metadata.namespace)
    .filter(
      ({ spec }) =>
        isSelecting(spec.selector) &&
        (labelsMatch(spec.selector, after.metadata.labels) || labelsMatch(spec.selector, before?.metadata.labels)),
    )
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);

const isSelecting = (selector: Readonly<Record<string, string>> | undefined): boolean =>
  selector !== undefined && Object.keys(selector).length > 0;

const isSameEndpoint = (a: Pod, b: Pod): boolean =>
  a.status?.podIP === b.status?.podIP &&
  isPodReady(a) === isPodReady(b) &&
  isPodTerminal(a) === isPodTerminal(b) &&
  a.metadata.deletionTimestamp === b.metadata.deletionTimestamp &&
  a.metadata.labels === b.metadata.labels;
