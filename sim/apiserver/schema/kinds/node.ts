import { labelValueProblems, qualifiedNameProblems } from "#kube/objects/names.ts";
import type { Node, Taint } from "#kube/types/cluster.ts";
import { duplicate, type FieldError, forbiddenField, inOrder, invalidEach, invalidValue, required, unsupported } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import { cidrErrors } from "../validation/addresses.ts";

/** Nodes register themselves with their status. */
export const nodeKind = defineKind<Node>({
  hasStatus: true,
  fields: { "spec.unschedulable": ({ spec }) => `${spec.unschedulable === true}` },
  prepareCreate: (node, _context, sent) => ({ ...node, ...(sent.status !== undefined && { status: sent.status }) }),
  validate: ({ spec }, errors) => {
    validateTaints(spec.taints ?? [], errors);
    // The first range stands in a field of its own as well, which counts.
    const { podCIDR, podCIDRs = [] } = spec as NodeSpec;
    const ranges = podCIDR ? [podCIDR, ...podCIDRs.slice(1)] : podCIDRs;
    ranges.forEach((range, i) => void errors.push(...cidrErrors(`spec.podCIDRs[${i}]`, range)));
  },
  validateUpdate: (node, old, errors) => {
    const before = (old.spec as NodeSpec).podCIDR ?? "";
    if (before !== "" && before !== ((node.spec as NodeSpec).podCIDR ?? ""))
      errors.push(forbiddenField("spec.podCIDRs", 'node updates may not change podCIDR except from "" to valid'));
  },
});

type NodeSpec = Node["spec"] & { readonly podCIDR?: string; readonly podCIDRs?: readonly string[] };

/** The API server finds them in the metadata. */
const validateTaints = (taints: readonly Taint[], errors: FieldError[]): void => {
  taints.forEach(({ key = "", value = "", effect }, i) => {
    const place = `metadata.taints[${i}]`;
    errors.push(...invalidEach(`${place}.key`, key, qualifiedNameProblems(key)));
    const problems = labelValueProblems(value);
    if (problems.length > 0) errors.push(invalidValue(`${place}.value`, value, problems.join(";")));
    if (!effect) errors.push(required(`${place}.effect`));
    else if (!EFFECTS.includes(effect)) errors.push(unsupported(`${place}.effect`, effect, EFFECTS));
    const isTaken = taints.slice(0, i).some((before) => before.key === key && before.effect === effect);
    if (isTaken) errors.push(repeatedTaint(place, taints[i] as Taint));
  });
};

const repeatedTaint = (field: string, { key, value = "", effect, timeAdded }: Taint & { readonly timeAdded?: string }) => {
  const shown = duplicate(field, inOrder({ Key: key, Value: value, Effect: effect, TimeAdded: timeAdded ?? null }));
  return { ...shown, detail: `${shown.detail}: taints must be unique by key and effect pair` };
};

const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];
