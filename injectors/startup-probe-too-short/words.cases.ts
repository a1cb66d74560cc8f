import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/mongodb-rate",
  params: { target: "deployment/mongodb-rate", container: "hotel-reserv-rate-mongo", port: 27017, periodSeconds: 1, failureThreshold: 2 },
  resources: [
    "deploy/mongodb-rate",
    "deployment/hotel-reservation/mongodb-rate",
    "pod/mongodb-rate-7d9f8c6b5-x2kqp",
    "replicaset/mongodb-rate-7d9f8c6b5",
    "container/mongodb-rate",
    "component/mongodb-rate",
  ],
  otherResources: ["deployment/rate", "service/consul"],
  texts: [
    "The startup probe of mongodb-rate is too short.",
    "deployment/mongodb-rate: the startup probe gives up after 2 s, and mongod listens later.",
    "mongodb-rate restarts forever because its startupProbe fails before mongod is up.",
    "The startup check of mongodb-rate gives up too early.",
    "A too tight startup probe kills mongodb-rate while it starts.",
    "mongodb-rate is in CrashLoopBackOff: its startup probe has a failureThreshold of 2 with a period of 1s.",
    "The startupProbe budget on deployment mongodb-rate is too small for the database to boot.",
    "The startup probe of deployment mongodb-rate does not wait for the database to boot.",
    "mongodb-rate's start-up probe is too impatient.",
    "The kubelet kills mongodb-rate since the startup probe fails twice before mongod is listening.",
    "The failure threshold of mongodb-rate's startup probe is too low.",
    "An overly strict startup probe (startup period of 1s) ends the mongodb-rate container before it is ready.",
  ],
  types: [
    "startup-probe",
    "startup probe",
    "startup-probe-too-short",
    "startup probe too short",
    "aggressive startup probe",
    "startup probe budget too small",
    "startup probe too early",
    "startup-probe-failure-threshold",
  ],
} satisfies FaultTexts;
