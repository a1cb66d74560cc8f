import type { Rng } from "#core/rng.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { Event } from "#kube/types/cluster.ts";

/** Words of an event of the cluster's own programs, and the object that they are about. */
export type Warning = Pick<Event, "involvedObject" | "reason" | "message" | "source">;

/** Builds the event of a warning as its program reports it now. @param rng draws its name */
export const warningEvent = (warning: Warning, namespace: string, nowMs: number, rng: Rng): Event => {
  const at = toTimestamp(nowMs);
  const suffix = [rng.uint32(), rng.uint32()].map((word) => word.toString(16).padStart(8, "0")).join("");
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: `${warning.involvedObject.name}.${suffix}`, namespace },
    ...warning,
    type: "Warning",
    count: 1,
    firstTimestamp: at,
    lastTimestamp: at,
    reportingComponent: warning.source?.component ?? "",
    reportingInstance: warning.source?.host ?? "",
  };
};
