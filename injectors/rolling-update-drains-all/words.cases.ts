import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/geo",
  params: { target: "deployment/geo", replicas: 3, name: "wait-for-dns", host: "service/config-server" },
  resources: ["deploy/geo", "deployment/hotel-reservation/geo", "replicaset/geo-7d9f8c6b5", "pod/geo-7d9f8c6b5-x2kqp", "component/geo"],
  otherResources: ["deployment/search", "service/consul", "deployment/mongodb-geo"],
  texts: [
    "deployment/geo: its rolling update strategy takes all pods away.",
    "maxUnavailable of geo is 100%, so the roll-out removed every old pod.",
    "The update strategy of geo allows all pods to be unavailable at once.",
    "geo has maxUnavailable 100% and maxSurge 0.",
    "The rolling update of geo drained all replicas.",
    "A rollout of the geo Deployment took all pods down, since maxUnavailable is too high.",
    "geo's rolling update is misconfigured: no pod is kept while new ones start.",
    "The Deployment geo has a rollout strategy that terminates every replica at once.",
    "RollingUpdateStrategy of deployment/geo says 100% max unavailable, 0% max surge.",
    "rolling-update-drains-all on deployment/geo",
    "geo's rollout killed all of its pods before any new one was ready, maxSurge is 0.",
    "Someone set maxUnavailable to 100% in the strategy of the geo deployment.",
    "The rollout strategy of geo is too aggressive.",
  ],
  types: [
    "update-strategy",
    "rolling update strategy",
    "rolling-update-misconfigured",
    "maxUnavailable 100%",
    "max-unavailable-too-high",
    "rollout strategy",
    "rolling update drains all pods",
    "maxSurge 0 and maxUnavailable 100%",
  ],
} satisfies FaultTexts;
