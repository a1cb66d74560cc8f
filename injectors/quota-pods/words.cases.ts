import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "resourcequota/namespace-quota",
  params: { target: "deployment/search", quota: "resourcequota/namespace-quota", pods: "17" },
  resources: [
    "quota/namespace-quota",
    "resourcequotas.v1/namespace-quota",
    "resourcequotas/namespace-quota",
    "resourcequota/hotel-reservation/namespace-quota",
  ],
  otherResources: ["resourcequota/team-quota", "deployment/search", "limitrange/namespace-quota"],
  texts: [
    "ResourceQuota namespace-quota allows only 17 pods, so the pod of search cannot be created.",
    "search gets no pods: exceeded quota: namespace-quota, requested: pods=1, used: pods=18, limited: pods=17.",
    "The resource quota namespace-quota caps the number of pods below what the app needs.",
    "resourcequota/namespace-quota is exhausted: no more pods may be created.",
    "The pod quota namespace-quota is full; search's new pod was refused.",
    "The ReplicaSet of search cannot create its pod as quota namespace-quota has been exceeded (pods 18/17).",
    "Quota namespace-quota limits the namespace to 17 pods, fewer than the application runs.",
    "Someone created a ResourceQuota named namespace-quota with pods: 17 which is too low for this namespace.",
    "New pods of search are forbidden by the quota namespace-quota: the pod limit is reached.",
    "FailedCreate on search: exceeded quota: namespace-quota.",
    "ResourceQuota/namespace-quota leaves no room for the pod of search.",
    "search has no pod since the quota namespace-quota on pods is used up.",
    "resourcequota namespace-quota sets hard pods to 17, and 18 others run already, so the quota is exceeded.",
  ],
  types: [
    "quota-pods",
    "pod-quota",
    "pod quota exceeded",
    "exceeded quota: pods",
    "quota on number of pods too low",
    "pod-count-quota-exhausted",
    "resource quota exceeded: too few pods",
    "pods quota reached",
  ],
} satisfies FaultTexts;
