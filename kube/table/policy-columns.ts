import type { KubeObject } from "../types/meta.ts";
import { ageColumn, type Column, integer, nameColumn, text } from "./column.ts";

interface Policy extends KubeObject {
  readonly spec?: {
    readonly validations?: readonly unknown[];
    readonly paramKind?: { readonly apiVersion: string; readonly kind: string };
  };
}

interface Binding extends KubeObject {
  readonly spec?: { readonly policyName?: string; readonly paramRef?: { readonly name?: string; readonly namespace?: string } };
}

/** Columns of ValidatingAdmissionPolicies. */
export const policyColumns: readonly Column<Policy>[] = [
  nameColumn,
  integer("Validations", ({ spec }) => spec?.validations?.length ?? 0),
  text("ParamKind", ({ spec }) => (spec?.paramKind === undefined ? "<unset>" : `${spec.paramKind.apiVersion}/${spec.paramKind.kind}`)),
  ageColumn,
];

/** Columns of ValidatingAdmissionPolicyBindings. */
export const policyBindingColumns: readonly Column<Binding>[] = [
  nameColumn,
  text("PolicyName", ({ spec }) => spec?.policyName ?? ""),
  text("ParamRef", ({ spec }) => paramText(spec?.paramRef)),
  ageColumn,
];

const paramText = (ref: NonNullable<Binding["spec"]>["paramRef"]): string => {
  if (ref === undefined) return "<unset>";
  return ref.namespace ? `${ref.namespace}/${ref.name ?? "*"}` : (ref.name ?? "*");
};
