import { isSameJson } from "#core/canonical-json.ts";
import { type AggregatedRole, aggregateRules } from "../../apiserver/policy/rbac/aggregate-rules.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import { type Controller, NO_KEYS } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";

const ROLES = "clusterroles.rbac.authorization.k8s.io";

/** Keeps the rules of ClusterRoles that are put together from others. */
export const roleAggregationController: Controller = {
  name: "clusterrole-aggregation",
  watches: {
    [ROLES]: (world) => {
      const keys = listObjects<AggregatedRole>(world, ROLES)
        .filter(({ aggregationRule }) => aggregationRule !== undefined)
        .map(({ metadata }) => metadata.name);
      return keys.length === 0 ? NO_KEYS : keys;
    },
  },
  reconcile: (world, name) => {
    const role = getObject<AggregatedRole>(world, ROLES, undefined, name);
    if (role?.aggregationRule === undefined) return;
    const rules = aggregateRules(role, listObjects<AggregatedRole>(world, ROLES));
    if (isSameJson(rules, role.rules ?? [])) return;
    clientFor(world, "clusterrole-aggregation-controller").update<AggregatedRole>(ROLES, { ...role, rules });
  },
};
