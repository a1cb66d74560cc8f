import { isSameJson } from "#core/canonical-json.ts";
import { pathSegmentProblems, subdomainProblems } from "#kube/objects/names.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { type FieldError, inOrder, invalidEach, invalidValue, required } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { ipFamily, strictRangeProblems } from "../../validation/addresses.ts";

interface IpAddress extends KubeObject {
  readonly spec?: { readonly parentRef?: Parent };
}

interface Parent {
  readonly group?: string;
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** Strategy of IPAddresses; the name of one is the address. */
export const ipAddressKind = defineKind<IpAddress>({
  nameRule: "address",
  validate: ({ spec = {} }, errors) => {
    const { parentRef: parent } = spec;
    if (parent === undefined) return void errors.push(required("spec.parentRef"));
    if (parent.group) errors.push(...invalidEach("spec.parentRef.group", parent.group, subdomainProblems(parent.group)));
    for (const member of ["resource", "name"] as const) {
      const value = parent[member];
      if (value) errors.push(...invalidEach(`spec.parentRef.${member}`, value, pathSegmentProblems(value)));
      else errors.push(required(`spec.parentRef.${member}`));
    }
    if (parent.namespace) errors.push(...invalidEach("spec.parentRef.namespace", parent.namespace, pathSegmentProblems(parent.namespace)));
  },
  validateUpdate: ({ spec }, old, errors) => {
    if (isSameJson(spec?.parentRef, old.spec?.parentRef)) return;
    errors.push(invalidValue("spec.parentRef", inOrder(insideOf(spec?.parentRef)), "field is immutable"));
  },
});

/** Internal form of a reference: all members, under Go's names. */
const insideOf = (parent: Parent | undefined): object | null =>
  parent === undefined
    ? null
    : {
        Group: parent.group ?? "",
        Resource: parent.resource ?? "",
        Namespace: parent.namespace ?? "",
        Name: parent.name ?? "",
      };

interface ServiceRange extends KubeObject {
  readonly spec?: { readonly cidrs?: readonly string[] };
}

/** Strategy of ServiceCIDRs. */
export const serviceRangeKind = defineKind<ServiceRange>({
  hasStatus: true,
  validateCreate: ({ spec }, errors) => void errors.push(...rangeErrors(spec?.cidrs ?? [])),
  validateUpdate: ({ spec }, old, errors) => void errors.push(...changeErrors(spec?.cidrs ?? [], old.spec?.cidrs ?? [])),
});

const PATH = "spec.cidrs";

const rangeErrors = (ranges: readonly string[]): readonly FieldError[] => {
  if (ranges.length === 0) return [required(PATH, "at least one CIDR required")];
  if (ranges.length > 2) return [invalidValue(PATH, { CIDRs: ranges }, "may only hold up to 2 values")];
  const errors = ranges.flatMap((range, i) => invalidEach(`${PATH}[${i}]`, range, strictRangeProblems(range)));
  const [first, second] = ranges.map(familyOf);
  if (ranges.length === 2 && first === second && first !== undefined) {
    const detail = "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";
    errors.push(invalidValue(PATH, ranges, detail));
  }
  return errors;
};

const familyOf = (range: string): string | undefined => ipFamily(range.split("/")[0] ?? "");

/** Field errors of an update of the ranges: they are immutable, except that a second one may be added. */
const changeErrors = (ranges: readonly string[], before: readonly string[]): readonly FieldError[] => {
  const grows = before.length === 1 && ranges.length === 2;
  if (ranges.length !== before.length && !grows) return [invalidValue(PATH, ranges, "field is immutable")];
  const changed = before.flatMap((range, i) =>
    ranges[i] === range ? [] : [invalidValue(`${PATH}[${i}]`, ranges[i], "field is immutable")],
  );
  return grows ? [...changed, ...rangeErrors(ranges)] : changed;
};
