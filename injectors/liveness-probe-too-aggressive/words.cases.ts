import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/mongodb-geo",
  params: { target: "deployment/mongodb-geo", container: "hotel-reserv-geo-mongo", port: 27017, periodSeconds: 1, failureThreshold: 1 },
  resources: [
    "deploy/mongodb-geo",
    "deployment/hotel-reservation/mongodb-geo",
    "pod/mongodb-geo-7d9f8c6b5-x2kqp",
    "replicaset/mongodb-geo-7d9f8c6b5",
    "container/mongodb-geo",
    "component/mongodb-geo",
  ],
  otherResources: ["deployment/geo", "service/consul"],
  texts: [
    "The liveness probe of mongodb-geo is too aggressive.",
    "deployment/mongodb-geo: the liveness probe has an initialDelaySeconds of 0 and kills mongod before it listens.",
    "mongodb-geo restarts forever because its livenessProbe is too impatient for the start of mongod.",
    "The liveness check of mongodb-geo gives up too early.",
    "A too aggressive liveness probe kills mongodb-geo while it starts.",
    "mongodb-geo is in CrashLoopBackOff: its liveness probe has a failureThreshold of 1 and no delay.",
    "livenessProbe on deployment mongodb-geo is too tight, mongod gets killed before it is up.",
    "The liveness probe of deployment mongodb-geo does not wait for the database to boot.",
    "mongodb-geo's liveness probe starts too early.",
    "The kubelet kills mongodb-geo since the liveness probe begins before mongod is listening.",
    "The initial delay of mongodb-geo's liveness probe is too short: liveness initialDelay is missing.",
    "An overly strict liveness probe (liveness period of 1s) ends the mongodb-geo container during its start.",
  ],
  types: [
    "liveness-probe-timing",
    "liveness probe timing",
    "liveness-probe-too-aggressive",
    "liveness probe too aggressive",
    "aggressive liveness probe",
    "liveness probe too early",
    "liveness initial delay too short",
    "liveness-failure-threshold",
  ],
} satisfies FaultTexts;
