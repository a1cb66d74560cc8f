import type { ResourceRow } from "#kube/objects/resources.ts";

/** The object that a subresource belongs to. */
export interface SubresourceTarget {
  readonly row: ResourceRow;
  readonly namespace: string | undefined;
  readonly name: string;
}
