import type { ObjectReference } from "#kube/types/cluster.ts";
import type { World } from "../../../kernel/world.ts";
import type { EventText } from "../../http/client.ts";

/** Key that is equal for events that are counted in one object. */
export type EventKey = string;

/**
 * Decides under which key and message an event is counted.
 *
 * The tenth different message of one reason within ten minutes, and those after it, are combined into one event.
 */
export const combineSimilar = (
  world: World,
  involved: ObjectReference,
  event: EventText,
): { readonly key: EventKey; readonly message: string; readonly isCombined: boolean } => {
  const similar = `${sourceOf(event)} ${subjectOf(involved)} ${event.type} ${event.reason}`;
  const groups = world.map<SimilarEvents>(SIMILAR);
  const known = groups.get(similar);
  const nowMs = world.nowMs();
  const fresh = known !== undefined && nowMs - known.lastMs <= SIMILAR_MS ? known.messages : [];
  const messages = fresh.includes(event.message) ? fresh : [...fresh, event.message];
  if (messages.length < SIMILAR_MAX) {
    groups.set(similar, { messages, lastMs: nowMs });
    return { key: `${similar} ${involved.fieldPath ?? ""} ${event.message}`, message: event.message, isCombined: false };
  }
  // One message makes room, so that the group stays at its bound.
  groups.set(similar, { messages: messages.slice(1), lastMs: nowMs });
  return { key: similar, message: `(combined from similar events): ${event.message}`, isCombined: true };
};

/** False when a source exceeds its rate of events about one object: a burst of 25, then one in five minutes. */
export const admitEvent = (world: World, involved: ObjectReference, event: EventText): boolean => {
  const key = `${sourceOf(event)} ${subjectOf(involved)}`;
  const buckets = world.map<Bucket>(BUCKETS);
  const nowMs = world.nowMs();
  const bucket = buckets.get(key) ?? { tokens: BURST, atMs: nowMs };
  const refilled = Math.floor((nowMs - bucket.atMs) / REFILL_MS);
  const tokens = Math.min(BURST, bucket.tokens + refilled);
  const atMs = tokens === BURST ? nowMs : bucket.atMs + refilled * REFILL_MS;
  buckets.set(key, { tokens: Math.max(0, tokens - 1), atMs });
  return tokens > 0;
};

interface SimilarEvents {
  readonly messages: readonly string[];
  readonly lastMs: number;
}

interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
}

const SIMILAR = "apiserver/event-similar";
const BUCKETS = "apiserver/event-buckets";
const SIMILAR_MAX = 10;
const SIMILAR_MS = 600_000;
const BURST = 25;
const REFILL_MS = 300_000;

const sourceOf = ({ component, host }: EventText): string => `${component}/${host ?? ""}`;

const subjectOf = ({ kind, namespace, name, uid, apiVersion }: ObjectReference): string =>
  `${apiVersion}/${kind}/${namespace}/${name}/${uid}`;
