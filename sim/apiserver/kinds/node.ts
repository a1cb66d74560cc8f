import type { Node, Taint } from "#kube/types/cluster.ts";
import { type FieldError, forbiddenField, required, unsupported } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";

/** Nodes register themselves with their status. */
export const nodeKind = defineKind<Node>({
  hasStatus: true,
  fields: { "spec.unschedulable": ({ spec }) => `${spec.unschedulable === true}` },
  prepareCreate: (node, _context, sent) => ({ ...node, ...(sent.status !== undefined && { status: sent.status }) }),
  validate: ({ spec }, errors) => validateTaints(spec.taints ?? [], errors),
  validateUpdate: (node, old, errors) => {
    const before = (old.spec as NodeSpec).podCIDR ?? "";
    if (before !== "" && before !== ((node.spec as NodeSpec).podCIDR ?? ""))
      errors.push(forbiddenField("spec.podCIDRs", 'node updates may not change podCIDR except from "" to valid'));
  },
});

type NodeSpec = Node["spec"] & { readonly podCIDR?: string };

/** The API server finds them in the metadata. */
const validateTaints = (taints: readonly Taint[], errors: FieldError[]): void => {
  taints.forEach(({ effect }, i) => {
    const field = `metadata.taints[${i}].effect`;
    if (!effect) errors.push(required(field));
    else if (!EFFECTS.includes(effect)) errors.push(unsupported(field, effect, EFFECTS));
  });
};

const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];
