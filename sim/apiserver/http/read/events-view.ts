import type { Event } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/** Shows a core event as `events.k8s.io/v1` does: the same object under other names. */
export const toNewEvent = (object: KubeObject): KubeObject => {
  const event = object as Event;
  const { involvedObject, message, source, count, firstTimestamp, lastTimestamp, reportingComponent, metadata, reason, type } = event;
  return {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata,
    eventTime: event.eventTime ?? null,
    regarding: involvedObject,
    note: message,
    reason,
    type,
    ...(reportingComponent && { reportingController: reportingComponent }),
    ...(event.reportingInstance && { reportingInstance: event.reportingInstance }),
    ...(event.action && { action: event.action }),
    ...(event.series && { series: event.series }),
    deprecatedSource: source ?? {},
    deprecatedFirstTimestamp: firstTimestamp ?? null,
    deprecatedLastTimestamp: lastTimestamp ?? null,
    ...(count !== undefined && { deprecatedCount: count }),
  } as KubeObject;
};
