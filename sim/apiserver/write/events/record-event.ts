import { toTimestamp } from "#core/timestamp.ts";
import type { Event, Namespace, ObjectReference } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import type { EventText } from "../../http/client.ts";
import { drawUid } from "../../store/identifiers.ts";
import { getObject, putObject } from "../../store/store.ts";
import { admitEvent, combineSimilar, type EventKey } from "./event-correlation.ts";
import { planEventExpiry } from "./event-expiry.ts";

/**
 * Records an event as client-go's recorders do.
 *
 * Equal events are counted up in one object, many similar ones are combined, and a flood about one object is cut off.
 */
export const recordEvent = (world: World, about: KubeObject, event: EventText): void => {
  const involved = referenceTo(about, event.fieldPath);
  const namespace = about.metadata.namespace ?? "default";
  const { key, message, isCombined } = combineSimilar(world, involved, event);
  const before = world.map<Sighting>(SIGHTINGS).get(key);
  const seen = count(world, key, before, involved);
  if (!admitEvent(world, involved, event)) return;
  store(world, namespace, seen, { ...event, message, isCombined }, involved);
};

/** Earlier record of the same event; outlives the event object, as in the recorder's cache. */
interface Sighting {
  readonly name: string;
  readonly count: number;
  readonly firstMs: number;
}

const SIGHTINGS = "apiserver/event-sightings";

const referenceTo = ({ apiVersion, kind, metadata }: KubeObject, fieldPath: string | undefined): ObjectReference => ({
  apiVersion,
  kind,
  name: metadata.name,
  ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
  // Nodes are named by themselves: the kubelet reports before it knows its own uid.
  ...(metadata.uid !== undefined && { uid: kind === "Node" ? metadata.name : metadata.uid }),
  ...(metadata.resourceVersion !== undefined && kind !== "Node" && { resourceVersion: metadata.resourceVersion }),
  ...(fieldPath !== undefined && { fieldPath }),
});

const count = (world: World, key: EventKey, before: Sighting | undefined, involved: ObjectReference): Sighting => {
  const nowMs = world.nowMs();
  const seen =
    before === undefined
      ? { name: eventName(world, involved.name ?? "", key), count: 1, firstMs: nowMs }
      : { ...before, count: before.count + 1 };
  world.map<Sighting>(SIGHTINGS).set(key, seen);
  return seen;
};

/** Event name: the object's name and the time in nanoseconds, as 16 hex digits; digits below 1 ms are drawn, in increasing order. */
const eventName = (world: World, objectName: string, key: EventKey): string => {
  const nowMs = world.nowMs();
  const clock = world.map<{ readonly atMs: number; readonly nanos: number }>(NAME_CLOCK);
  const last = clock.get("last");
  const drawn = world.rng(`apiserver/event/${key}/${nowMs}`).int(0, 999_999);
  const nanos = last?.atMs === nowMs ? last.nanos + 1 + Math.floor((drawn / 1_000_000) * ((999_999 - last.nanos) / 16)) : drawn;
  clock.set("last", Object.freeze({ atMs: nowMs, nanos }));
  return `${objectName}.${(BigInt(nowMs) * 1_000_000n + BigInt(nanos)).toString(16)}`;
};

const NAME_CLOCK = "apiserver/event-clock";

/** Text of a stored event; one that combines several has no reporter besides its source. */
type Told = EventText & { readonly isCombined: boolean };

const store = (world: World, namespace: string, seen: Sighting, event: Told, involved: ObjectReference): void => {
  const present = getObject<Event>(world, "events", namespace, seen.name);
  const nowText = toTimestamp(world.nowMs());
  if (present !== undefined) {
    const moved = { message: event.message, count: seen.count, lastTimestamp: nowText, involvedObject: involved };
    putObject(world, "events", { ...present, ...moved });
  } else if (isOpen(world, namespace)) {
    putObject(world, "events", {
      ...frame(world, namespace, seen.name, involved, event),
      source: { component: event.component, ...(event.host !== undefined && { host: event.host }) },
      reportingInstance: event.isCombined ? "" : (event.host ?? ""),
      firstTimestamp: toTimestamp(seen.firstMs),
      lastTimestamp: nowText,
      eventTime: null,
      count: seen.count,
    });
  }
  planEventExpiry(world);
};

const frame = (world: World, namespace: string, name: string, involvedObject: ObjectReference, event: Told): Event => ({
  apiVersion: "v1",
  kind: "Event",
  metadata: { name, namespace, uid: drawUid(world, "events", namespace, name), creationTimestamp: toTimestamp(world.nowMs()) },
  involvedObject,
  reason: event.reason,
  message: event.message,
  type: event.type,
  reportingComponent: event.isCombined ? "" : event.component,
});

/** Tells whether a namespace accepts events: not while it is being deleted. */
const isOpen = (world: World, name: string): boolean => {
  const namespace = getObject<Namespace>(world, "namespaces", undefined, name);
  return namespace !== undefined && namespace.metadata.deletionTimestamp === undefined;
};
