import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/search",
  params: { target: "deployment/search", replicas: 4 },
  resources: [
    "deploy/search",
    "deployment/hotel-reservation/search",
    "pod/search-7d9f8c6b5-x2kqp",
    "replicaset/search-7d9f8c6b5",
    "component/search",
  ],
  otherResources: ["node/worker-1", "deployment/geo", "service/consul"],
  texts: [
    "deployment/search has a required pod anti-affinity and more replicas than there are nodes.",
    "The podAntiAffinity of search cannot be satisfied with four replicas on three workers.",
    "search: required anti-affinity on kubernetes.io/hostname with too few nodes.",
    "A replica of search is Pending: 3 node(s) didn't match pod anti-affinity rules.",
    "The search Deployment's anti-affinity rule deadlocks, since every worker has a pod of it.",
    "requiredDuringSchedulingIgnoredDuringExecution pod anti-affinity on search leaves surplus pods unschedulable.",
    "search wants 5 pods that must be on different nodes by its anti-affinity, there are only three workers.",
    "Pods of search are stuck Pending because of the hard anti-affinity.",
    "Someone added a podAntiAffinity to deployment search, so its roll-out hangs.",
    "The rollout of search is deadlocked by pod anti-affinity.",
    "anti-affinity-deadlock on deployment/search",
    "More replicas than nodes with a hard anti-affinity in search.",
    "search's anti-affinity should be preferred instead of required: no node is left for its last pod.",
  ],
  types: [
    "anti-affinity",
    "podAntiAffinity",
    "pod anti-affinity deadlock",
    "required anti-affinity",
    "anti-affinity-unsatisfiable",
    "antiaffinity",
    "hard pod anti-affinity",
    "anti-affinity with too few nodes",
  ],
} satisfies FaultTexts;
