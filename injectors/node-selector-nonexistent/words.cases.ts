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
    "FailedScheduling: 0/4 nodes are available: 3 node(s) didn't match Pod's node affinity/selector, because profile has a nodeSelector that matches nothing.",
    "profile can't be scheduled since its nodeSelector names a host that is not in the cluster.",
    "The nodeSelector in the profile deployment cannot be satisfied.",
    "profile is stuck Pending; the template requires kubernetes.io/hostname=worker-99.",
    "Wrong nodeSelector on profile.",
    "profile was assigned to a node which doesn't exist.",
    "No node carries the label in profile's nodeSelector.",
    "Deployment profile: spec.template.spec.nodeSelector refers to an unknown host.",
    "The profile pods are bound to a nonexistent host by their node selector.",
    "The scheduler finds no node for profile, its node selector is impossible to meet.",
  ],
  types: [
    "node-selector",
    "wrong-node-selector",
    "nodeselector-mismatch",
    "nonexistent-node",
    "node-selector-invalid",
    "unsatisfiable-node-selector",
    "node-selector-no-match",
    "invalid-nodeselector",
  ],
} satisfies FaultTexts;
