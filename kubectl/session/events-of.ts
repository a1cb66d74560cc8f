import { findResource, type ResourceRow } from "#kube/objects/resources.ts";
import { ageSince } from "#kube/table/human-duration.ts";
import type { Event } from "#kube/types/cluster.ts";

/** The row of core/v1 events. */
export const EVENTS = findResource("events") as ResourceRow;

/** `5s (x4 over 2m)`, as describe and `kubectl events` print the time of an event. */
export const eventAge = (event: Event, nowMs: number): string => {
  const first = ageSince(event.eventTime || event.firstTimestamp, nowMs);
  if (event.series) return `${ageSince(event.series.lastObservedTime, nowMs)} (x${event.series.count ?? 0} over ${first})`;
  if ((event.count ?? 0) > 1) return `${ageSince(event.lastTimestamp, nowMs)} (x${event.count} over ${first})`;
  return first;
};
