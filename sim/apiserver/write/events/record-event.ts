import { ok } from "#core/result.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { Event, Namespace, ObjectReference } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import type { EventText, UserInfo } from "../../http/client.ts";
import { admitSent } from "../../policy/admission/admit-sent.ts";
import { hasAdmissionRules } from "../../policy/admission/has-admission-rules.ts";
import { requestContext } from "../../schema/registry.ts";
import { drawUid } from "../../store/identifiers.ts";
import { getObject, putObject } from "../../store/store.ts";
import { admitEvent, combineSimilar, type EventKey } from "./event-correlation.ts";
import { planEventExpiry } from "./event-expiry.ts";

/**
 * Records an event as client-go's recorders do.
 *
 * Equal events are counted up in one object, many similar ones are combined, and a flood about one object is cut off.
 */
export const recordEvent = (world: World, user: UserInfo, about: KubeObject, event: EventText): void => {
  const involved = referenceTo(about, event.fieldPath);
  const namespace = about.metadata.namespace ?? "default";
  const { key, message, isCombined } = combineSimilar(world, involved, event);
  const before = world.map<Sighting>(SIGHTINGS).get(key);
  const seen = count(world, key, before, involved);
  if (!admitEvent(world, involved, event)) return;
  store(world, user, seen, { told: { ...event, message, isCombined }, namespace, involved });
  planEventExpiry(world);
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

interface Subject {
  readonly told: Told;
  readonly namespace: string;
  readonly involved: ObjectReference;
}

/** Writes the event; one that is refused is lost, since recorders do not try again. */
const store = (world: World, user: UserInfo, seen: Sighting, subject: Subject): void => {
  const { namespace } = subject;
  const present = getObject<Event>(world, "events", namespace, seen.name);
  if (present === undefined && !isOpen(world, namespace)) return;
  const wanted = present === undefined ? freshEvent(world, seen, subject) : countedEvent(world, present, seen, subject);
  const admitted = hasAdmissionRules(world)
    ? admitSent(requestContext(world, "events", user, { isComponent: true }), { kind: EVENT, namespace, name: seen.name }, wanted, present)
    : ok(wanted);
  if (admitted.ok) putObject(world, "events", admitted.value);
};

const EVENT = Object.freeze({ group: "", version: "v1", kind: "Event" });

const countedEvent = (world: World, present: Event, { count: seen }: Sighting, { told, involved }: Subject): Event => ({
  ...present,
  message: told.message,
  count: seen,
  lastTimestamp: toTimestamp(world.nowMs()),
  involvedObject: involved,
});

const freshEvent = (world: World, seen: Sighting, { told, namespace, involved }: Subject): Event => ({
  ...frame(world, namespace, seen.name, involved, told),
  source: { component: told.component, ...(told.host !== undefined && { host: told.host }) },
  reportingInstance: told.isCombined ? "" : (told.host ?? ""),
  firstTimestamp: toTimestamp(seen.firstMs),
  lastTimestamp: toTimestamp(world.nowMs()),
  eventTime: null,
  count: seen.count,
});

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
