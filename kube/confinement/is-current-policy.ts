import { isSameJson } from "#core/canonical-json.ts";
import type { KubeObject } from "../types/meta.ts";
import { buildSlotPolicy } from "./slot-policy.ts";

/** Reports whether a slot's policy asks all that this version's does: one of an earlier version lets through what was found since. */
export const isCurrentPolicy = (found: KubeObject): boolean => {
  const { spec } = found as Policy;
  const accounts = /serviceAccountName in \[(?<names>[^\]]*)\]/.exec(JSON.stringify(spec))?.groups?.["names"] ?? "";
  const expected = buildSlotPolicy(
    found.metadata.name,
    [...accounts.matchAll(/'([^']+)'/g)].map(([, name = ""]) => name),
  );
  return isSameJson(askedBy(found as Policy), askedBy(expected.policy as Policy));
};

interface Policy extends KubeObject {
  readonly spec?: {
    readonly matchConstraints?: { readonly resourceRules?: readonly Matched[] };
    readonly matchConditions?: readonly { readonly expression: string }[];
    readonly validations?: readonly { readonly expression: string }[];
  };
}

interface Matched {
  readonly operations?: readonly string[];
  readonly resources?: readonly string[];
}

/** Parts of a policy that decide what it refuses, without the API server's defaults. */
const askedBy = ({ spec = {} }: Policy): object => ({
  matched: spec.matchConstraints?.resourceRules?.map(({ operations, resources }) => ({ operations, resources })),
  conditions: spec.matchConditions?.map(({ expression }) => expression),
  validations: spec.validations?.map(({ expression }) => expression),
});
