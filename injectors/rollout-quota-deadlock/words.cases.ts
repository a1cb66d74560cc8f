import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "resourcequota/namespace-quota",
  params: { target: "deployment/search", quota: "resourcequota/namespace-quota", checksum: "5f2c" },
  resources: [
    "quota/namespace-quota",
    "resourcequotas.v1/namespace-quota",
    "resourcequotas/namespace-quota",
    "resourcequota/hotel-reservation/namespace-quota",
    "deployment/search",
  ],
  otherResources: ["resourcequota/team-quota", "deployment/geo", "limitrange/namespace-quota"],
  texts: [
    "ResourceQuota namespace-quota leaves no room for the surge pod of the roll-out of search.",
    "The roll-out of search hangs: exceeded quota: namespace-quota, requested: pods=1, used: pods=19, limited: pods=19.",
    "The rollout of search is deadlocked by the quota namespace-quota: no extra pod may be created.",
    "resourcequota/namespace-quota allows exactly as many pods as there are, so the rolling update of search cannot surge.",
    "The quota namespace-quota refuses the surge pod of search, and maxUnavailable is 0.",
    "Quota namespace-quota has no room for a rolling update of search.",
    "search cannot roll out because quota namespace-quota is used up, so its rollout is stuck.",
    "Someone created a ResourceQuota named namespace-quota without room for a rollout.",
    "The rolling update of search is blocked by quota namespace-quota.",
    "The maxSurge pod of search is forbidden by the quota namespace-quota.",
    "The rollout of deployment search never moves since the quota namespace-quota is full.",
    "With maxSurge 1 and maxUnavailable 0 the quota namespace-quota blocks the rollout of search.",
  ],
  types: [
    "rollout-quota-deadlock",
    "rollout quota deadlock",
    "quota blocks rollout",
    "quota without room for surge pod",
    "rollout blocked by quota",
    "quota-surge",
    "quota prevents rolling update",
    "no quota for surge",
  ],
} satisfies FaultTexts;
