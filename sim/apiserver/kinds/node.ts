import type { Node } from "#kube/types/cluster.ts";
import { defineKind } from "../kind-strategy.ts";

/** Nodes register themselves with their status. */
export const nodeKind = defineKind<Node>({
  hasStatus: true,
  fields: { "spec.unschedulable": ({ spec }) => `${spec.unschedulable === true}` },
  prepareCreate: (node, _context, sent) => ({ ...node, ...(sent.status !== undefined && { status: sent.status }) }),
});
