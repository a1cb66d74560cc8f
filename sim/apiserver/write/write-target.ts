import type { ResourceRow } from "#kube/objects/resources.ts";
import type { UpdatePart } from "./update-object.ts";

/** Object that a request writes, and the part of it. */
export interface WriteTarget {
  readonly row: ResourceRow;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly part: UpdatePart;
  readonly subresource: string | undefined;
}
