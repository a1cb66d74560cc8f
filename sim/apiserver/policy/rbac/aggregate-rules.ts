import { isSameJson } from "#core/canonical-json.ts";
import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { PolicyRule, Role } from "#kube/types/cluster.ts";
import type { LabelSelector } from "#kube/types/meta.ts";

/** ClusterRole, possibly aggregated from others. */
export interface AggregatedRole extends Role {
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelector[] };
}

/** The rules that a role gathers from all that its selectors choose, each once, by the names of the roles. */
export const aggregateRules = (role: AggregatedRole, roles: readonly AggregatedRole[]): readonly PolicyRule[] => {
  const rules: PolicyRule[] = [];
  const byName = [...roles].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  for (const selector of role.aggregationRule?.clusterRoleSelectors ?? []) {
    for (const other of byName) {
      if (other.metadata.name === role.metadata.name || !matchesLabelSelector(selector, other.metadata.labels ?? {})) continue;
      for (const rule of other.rules ?? []) if (!rules.some((known) => isSameJson(known, rule))) rules.push(rule);
    }
  }
  return rules;
};
