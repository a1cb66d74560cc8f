import { findResource, type ResourceRow } from "#kube/objects/resources.ts";
import { ageSince } from "#kube/table/human-duration.ts";
import type { Event } from "#kube/types/cluster.ts";

/** Resource of core/v1 events. */
export const EVENTS = findResource("events") as ResourceRow;

/** Renders the age of an event as describe and `kubectl events` do: `5s (x4 over 2m)`. */
export const eventAge = (event: Event, nowMs: number): string => {
  const first = ageSince(event.eventTime || event.firstTimestamp, nowMs);
  if (event.series) return `${ageSince(event.series.lastObservedTime, nowMs)} (x${event.series.count ?? 0} over ${first})`;
  if ((event.count ?? 0) > 1) return `${ageSince(event.lastTimestamp, nowMs)} (x${event.count} over ${first})`;
  return first;
};
