import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "resourcequota/compute-resources",
  params: { target: "deployment/search", quota: "resourcequota/compute-resources", field: "requests.memory", amount: "2Gi" },
  resources: [
    "quota/compute-resources",
    "resourcequotas.v1/compute-resources",
    "resourcequotas/compute-resources",
    "resourcequota/hotel-reservation/compute-resources",
  ],
  otherResources: ["resourcequota/team-quota", "deployment/search", "limitrange/compute-resources"],
  texts: [
    "ResourceQuota compute-resources bounds requests.memory, and the pods of search do not set it.",
    "search gets no pods: failed quota: compute-resources: must specify requests.memory for: hotel-reserv-search.",
    "The resource quota compute-resources makes memory requests mandatory, so the pods of search are forbidden.",
    "resourcequota/compute-resources refuses pods without memory requests.",
    "quota compute-resources demands a memory request from every container; the search pod has none.",
    "The ReplicaSet of search cannot create pods because quota compute-resources requires memory requests.",
    "New pods of search are rejected by the quota compute-resources since they don't specify memory.",
    "A ResourceQuota named compute-resources on memory was added, and the containers of search request no memory.",
    "ResourceQuota/compute-resources limits requests.memory in the namespace but no container declares memory.",
    "FailedCreate on search: the memory quota compute-resources needs every pod to name its memory.",
    "Somebody created quota compute-resources with requests.memory 2Gi, so pods that name none are refused now.",
    "ResourceQuota compute-resources is on memory: pods that do not say how much memory they want are not admitted.",
    "Pods of search are forbidden, resourcequota compute-resources: must specify requests.memory.",
  ],
  types: [
    "quota-memory-unset-requests",
    "memory-quota",
    "quota requires memory requests",
    "quota-must-specify-memory",
    "memory quota refuses pods without requests",
    "resource-quota-memory",
    "quota on memory, requests unset",
    "failed quota: must specify requests.memory",
  ],
} satisfies FaultTexts;
