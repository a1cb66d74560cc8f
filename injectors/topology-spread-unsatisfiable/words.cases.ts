import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/profile",
  params: { target: "deployment/profile", key: "topology.kubernetes.io/zone", maxSkew: 1, rollout: "recreate" },
  resources: [
    "deploy/profile",
    "deployment/hotel-reservation/profile",
    "pod/profile-7d9f8c6b5-x2kqp",
    "replicaset/profile-7d9f8c6b5",
    "component/profile",
  ],
  otherResources: ["node/worker-1", "deployment/mongodb-profile", "service/consul"],
  texts: [
    "deployment/profile has a topologySpreadConstraint on topology.kubernetes.io/zone, and no node has that label.",
    "The topology spread constraint of profile cannot be satisfied by any node.",
    "profile is Pending: 3 node(s) didn't match pod topology spread constraints (missing required label).",
    "Pods of profile are unschedulable due to a topology spread constraint over zones that do not exist.",
    "Someone added topologySpreadConstraints with DoNotSchedule to deployment profile for a key that no worker carries.",
    "profile must be spread over racks, but none of the nodes has a rack label.",
    "The topologyKey of profile's spread constraint is on no node.",
    "The spread constraint of the profile Deployment should be ScheduleAnyway, its zone label is missing on all nodes.",
    "No node satisfies the topologySpreadConstraints of profile.",
    "profile's topology spread with maxSkew 1 is impossible to meet.",
    "Wrong topology spread constraint on the profile deployment.",
    "The roll-out of profile hangs since its new template spreads pods over a zone label with DoNotSchedule.",
    "topology-spread-unsatisfiable on deployment/profile",
  ],
  types: [
    "topology-spread",
    "topologySpreadConstraints",
    "topology spread constraint",
    "unsatisfiable topology spread",
    "topology-spread-mismatch",
    "pod topology spread constraints not satisfiable",
    "spread constraint over a missing label",
    "wrong topology key",
  ],
} satisfies FaultTexts;
