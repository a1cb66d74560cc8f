import type { Role, RoleBinding } from "#kube/types/cluster.ts";
import { equalJson } from "../codec/same.ts";
import { inOrder, invalidValue, required, unsupported } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";

const roleKind = (allowsPaths: boolean) =>
  defineKind<Role>({
    nameRule: "path-segment",
    createsOnUpdate: true,
    validate: ({ rules }, errors) => {
      (rules ?? []).forEach((rule, i) => {
        const path = `rules[${i}]`;
        if (rule.verbs === undefined || rule.verbs.length === 0)
          errors.push(required(`${path}.verbs`, "verbs must contain at least one value"));
        if (rule.nonResourceURLs !== undefined) {
          if (!allowsPaths) {
            errors.push(
              invalidValue(`${path}.nonResourceURLs`, rule.nonResourceURLs, "namespaced rules cannot apply to non-resource URLs"),
            );
          } else if (rule.resources !== undefined || rule.apiGroups !== undefined) {
            const detail = "rules cannot apply to both regular resources and non-resource URLs";
            errors.push(invalidValue(`${path}.nonResourceURLs`, rule.nonResourceURLs, detail));
          }
          return;
        }
        if (rule.apiGroups === undefined) errors.push(required(`${path}.apiGroups`, "resource rules must supply at least one api group"));
        if (rule.resources === undefined) errors.push(required(`${path}.resources`, "resource rules must supply at least one resource"));
      });
    },
  });

const bindingKind = (roleKinds: readonly string[], isNamespaced: boolean) =>
  defineKind<RoleBinding>({
    nameRule: "path-segment",
    createsOnUpdate: true,
    validate: ({ roleRef, subjects }, errors) => {
      if (roleRef.apiGroup !== RBAC) errors.push(unsupported("roleRef.apiGroup", roleRef.apiGroup, [RBAC]));
      if (!roleKinds.includes(roleRef.kind)) errors.push(unsupported("roleRef.kind", roleRef.kind ?? "", roleKinds));
      if (!roleRef.name) errors.push(required("roleRef.name"));
      (subjects ?? []).forEach((subject, i) => {
        const path = `subjects[${i}]`;
        if (!subject.name) errors.push(required(`${path}.name`));
        if (!SUBJECT_KINDS.includes(subject.kind)) errors.push(unsupported(`${path}.kind`, subject.kind ?? "", SUBJECT_KINDS));
        else if (subject.kind === "ServiceAccount" && !isNamespaced && !subject.namespace) errors.push(required(`${path}.namespace`));
      });
    },
    validateUpdate: ({ roleRef }, old, errors) => {
      if (!equalJson(roleRef, old.roleRef)) {
        const shown = { APIGroup: roleRef.apiGroup, Kind: roleRef.kind, Name: roleRef.name };
        errors.push(invalidValue("roleRef", inOrder(shown), "cannot change roleRef"));
      }
    },
  });

const RBAC = "rbac.authorization.k8s.io";
const SUBJECT_KINDS = ["ServiceAccount", "User", "Group"];

/** Roles and who has them. */
export const accessKinds = {
  "roles.rbac.authorization.k8s.io": roleKind(false),
  "clusterroles.rbac.authorization.k8s.io": roleKind(true),
  "rolebindings.rbac.authorization.k8s.io": bindingKind(["ClusterRole", "Role"], true),
  "clusterrolebindings.rbac.authorization.k8s.io": bindingKind(["ClusterRole"], false),
};
