import type { ResourceRow } from "#kube/resources.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import { type ApiAnswer, refuse } from "../api-request.ts";
import { badRequest, notFound, unknownPath } from "../status.ts";
import { getObject } from "../store.ts";

/** Answers `…/proxy`: says what is not there to be reached. Through to what is there leads no way here. */
export const answerProxy = (world: World, row: ResourceRow, namespace: string | undefined, asked: string): ApiAnswer => {
  const name = nameIn(asked);
  const object = getObject(world, row.resource, namespace, name);
  if (object === undefined) return refuse(notFound(row, name));
  // The server takes what it looks for behind a Service for the Service.
  if (row.resource === "services" && getObject(world, "endpoints", namespace, name) === undefined) return refuse(notFound(row, name));
  if (row.resource === "pods" && (object as Pod).status?.podIP === undefined) return refuse(badRequest("address not allowed"));
  return refuse(unknownPath());
};

/** `name`, `name:port` or `scheme:name:port`. */
const nameIn = (asked: string): string => {
  const parts = asked.split(":");
  return (parts.length === 3 ? parts[1] : parts[0]) as string;
};
