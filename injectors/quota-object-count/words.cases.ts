import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "resourcequota/namespace-quota",
  params: { target: "deployment/search", quota: "resourcequota/namespace-quota", sets: "44", checksum: "5f2c" },
  resources: [
    "quota/namespace-quota",
    "resourcequotas.v1/namespace-quota",
    "resourcequotas/namespace-quota",
    "resourcequota/hotel-reservation/namespace-quota",
  ],
  otherResources: ["resourcequota/team-quota", "deployment/search", "limitrange/namespace-quota"],
  texts: [
    "ResourceQuota namespace-quota allows only 44 ReplicaSets, so the roll-out of search cannot create a new one.",
    "The roll-out of search hangs: exceeded quota: namespace-quota, requested: count/replicasets.apps=1, used: count/replicasets.apps=46, limited: count/replicasets.apps=44.",
    "The resource quota namespace-quota caps the number of ReplicaSets in the namespace.",
    "resourcequota/namespace-quota is exhausted for count/replicasets.apps.",
    "The object count quota namespace-quota is full, and search cannot roll out.",
    "Deployment search reports ReplicaSetCreateError because quota namespace-quota limits count/replicasets.apps to 44.",
    "Quota namespace-quota leaves no room for another ReplicaSet of search.",
    "Someone created a ResourceQuota named namespace-quota with count/replicasets.apps: 44, which is already used up.",
    "New ReplicaSets are forbidden by the quota namespace-quota.",
    "Failed to create new replica set of search: exceeded quota: namespace-quota.",
    "ResourceQuota/namespace-quota has its count/replicasets.apps limit reached, the deployment search is stuck.",
    "The ReplicaSet quota namespace-quota has been exceeded by old ReplicaSets.",
  ],
  types: [
    "quota-object-count",
    "object-count-quota",
    "object count quota exceeded",
    "exceeded quota: count/replicasets.apps",
    "quota on replicasets reached",
    "replicaset-quota-exhausted",
    "resource quota: too many ReplicaSets",
    "quota on number of objects",
  ],
} satisfies FaultTexts;
