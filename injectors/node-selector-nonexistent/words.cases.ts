import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/profile",
  texts: [
    "Deployment profile has a nodeSelector for a node that does not exist.",
    "profile is Pending: its node selector asks for worker-7.",
    "The profile deployment is pinned to a nonexistent node.",
    "profile pods are unschedulable because kubernetes.io/hostname is set to pool-b-0.",
    "The profile deployment requires a node named extra-node, which does not exist.",
    "node-selector-mismatch on deployment/profile",
    "No node matches the nodeSelector of profile.",
  ],
} satisfies FaultTexts;
