import { HOSTNAME } from "#kube/listings/list-nodes.ts";

/** Selector of one node by its name. */
export const pinnedTo = (node: string): Readonly<Record<string, string>> => ({ [HOSTNAME]: node });
