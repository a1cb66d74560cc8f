import { isSameJson } from "#core/canonical-json.ts";
import { pathSegmentProblems, subdomainProblems } from "#kube/objects/names.ts";
import type { Role, RoleBinding } from "#kube/types/cluster.ts";
import type { LabelSelector } from "#kube/types/meta.ts";
import { type FieldError, inOrder, invalidEach, invalidValue, required, unsupported } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";
import { validateLabelSelector } from "../validation/label-selector.ts";

const roleKind = (allowsPaths: boolean) =>
  defineKind<Role>({
    nameRule: "path-segment",
    createsOnUpdate: true,
    validate: (role, errors) => {
      (role.rules ?? []).forEach((rule, i) => {
        const path = `rules[${i}]`;
        if (!has(rule.verbs)) errors.push(required(`${path}.verbs`, "verbs must contain at least one value"));
        if (has(rule.nonResourceURLs)) {
          if (!allowsPaths) {
            errors.push(
              invalidValue(`${path}.nonResourceURLs`, rule.nonResourceURLs, "namespaced rules cannot apply to non-resource URLs"),
            );
          }
          if (has(rule.resources) || has(rule.apiGroups) || has(rule.resourceNames)) {
            const detail = "rules cannot apply to both regular resources and non-resource URLs";
            errors.push(invalidValue(`${path}.nonResourceURLs`, rule.nonResourceURLs, detail));
          }
          return;
        }
        if (!has(rule.apiGroups)) errors.push(required(`${path}.apiGroups`, "resource rules must supply at least one api group"));
        if (!has(rule.resources)) errors.push(required(`${path}.resources`, "resource rules must supply at least one resource"));
      });
      if (allowsPaths) validateAggregation((role as { readonly aggregationRule?: Aggregation }).aggregationRule, errors);
    },
  });

const has = (list: readonly unknown[] | undefined): boolean => list !== undefined && list.length > 0;

interface Aggregation {
  readonly clusterRoleSelectors?: readonly LabelSelector[];
}

const validateAggregation = (rule: Aggregation | undefined, errors: FieldError[]): void => {
  if (rule === undefined) return;
  const path = "aggregationRule.clusterRoleSelectors";
  const { clusterRoleSelectors: selectors = [] } = rule;
  if (selectors.length === 0) errors.push(required(path, "at least one clusterRoleSelector required if aggregationRule is non-nil"));
  for (const [i, selector] of selectors.entries()) {
    const before = errors.length;
    validateLabelSelector(selector, `${path}[${i}]`, errors);
    if (errors.length > before) errors.push(invalidValue(`${path}[${i}]`, null, "invalid label selector."));
  }
};

const bindingKind = (roleKinds: readonly string[], isNamespaced: boolean) =>
  defineKind<RoleBinding>({
    nameRule: "path-segment",
    createsOnUpdate: true,
    validate: ({ roleRef, subjects }, errors) => {
      if (roleRef.apiGroup !== RBAC) errors.push(unsupported("roleRef.apiGroup", roleRef.apiGroup, [RBAC]));
      if (!roleKinds.includes(roleRef.kind)) errors.push(unsupported("roleRef.kind", roleRef.kind ?? "", roleKinds));
      if (!roleRef.name) errors.push(required("roleRef.name"));
      else errors.push(...invalidEach("roleRef.name", roleRef.name, pathSegmentProblems(roleRef.name)));
      (subjects ?? []).forEach((subject, i) => {
        validateSubject(subject, `subjects[${i}]`, isNamespaced, errors);
      });
    },
    validateUpdate: ({ roleRef }, old, errors) => {
      if (!isSameJson(roleRef, old.roleRef)) {
        const shown = { APIGroup: roleRef.apiGroup, Kind: roleRef.kind, Name: roleRef.name };
        errors.push(invalidValue("roleRef", inOrder(shown), "cannot change roleRef"));
      }
    },
  });

type Subject = NonNullable<RoleBinding["subjects"]>[number];

const validateSubject = ({ kind, name, namespace, apiGroup }: Subject, path: string, isNamespaced: boolean, errors: FieldError[]): void => {
  if (!name) errors.push(required(`${path}.name`));
  if (kind === "ServiceAccount") {
    if (name) errors.push(...invalidEach(`${path}.name`, name, subdomainProblems(name)));
    if (apiGroup) errors.push(unsupported(`${path}.apiGroup`, apiGroup, [""]));
    if (!isNamespaced && !namespace) errors.push(required(`${path}.namespace`));
  } else if (kind === "User" || kind === "Group") {
    if (apiGroup !== RBAC) errors.push(unsupported(`${path}.apiGroup`, apiGroup ?? "", [RBAC]));
  } else errors.push(unsupported(`${path}.kind`, kind ?? "", SUBJECT_KINDS));
};

const RBAC = "rbac.authorization.k8s.io";
const SUBJECT_KINDS = ["ServiceAccount", "User", "Group"];

/** Strategies of roles and bindings. */
export const accessKinds = {
  "roles.rbac.authorization.k8s.io": roleKind(false),
  "clusterroles.rbac.authorization.k8s.io": roleKind(true),
  "rolebindings.rbac.authorization.k8s.io": bindingKind(["Role", "ClusterRole"], true),
  "clusterrolebindings.rbac.authorization.k8s.io": bindingKind(["ClusterRole"], false),
};
