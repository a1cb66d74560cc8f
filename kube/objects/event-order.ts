import { parseTimestamp } from "#core/timestamp.ts";
import type { Event } from "../types/cluster.ts";

/** Time at which an event was last seen, RFC 3339. */
export const lastSeen = (event: Event): string =>
  event.series?.lastObservedTime ?? event.lastTimestamp ?? event.eventTime ?? event.metadata.creationTimestamp ?? "";

/** Sorts events, oldest first; those of the same instant keep their order. */
export const sortEvents = (events: readonly Event[]): readonly Event[] =>
  events
    .map((event) => ({ event, atMs: parseTimestamp(lastSeen(event)) ?? 0 }))
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ event }) => event);
