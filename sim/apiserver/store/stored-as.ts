import type { ResourceRow } from "#kube/objects/resources.ts";

/** The resource under which a row's objects are kept: events are the same in both of their groups. */
export const storedAs = (row: ResourceRow): string => (row.group === "events.k8s.io" ? "events" : row.resource);
