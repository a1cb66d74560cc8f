import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/geo",
  texts: [
    "Deployment geo was scaled to zero.",
    "The geo deployment has 0 replicas.",
    "spec.replicas of deployment/geo is 0, so search gets no answer.",
    "geo has no replicas",
    "search fails because geo was scaled down to 0.",
    "Somebody set the replica count of geo to zero.",
    "geo (desired count is zero) does not run any pod.",
    "The geo workload shows 0/0 in kubectl get deploy.",
    "Fix: scale geo back up to 1. The geo service is down.",
  ],
} satisfies FaultTexts;
