import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/geo",
  params: { target: "deployment/geo", name: "check-config", setting: "SCHEMA_VERSION", rollout: "recreate" },
  resources: ["deploy/geo", "deployment/hotel-reservation/geo", "replicaset/geo-7d9f8c6b5", "pod/geo-7d9f8c6b5-x2kqp", "component/geo"],
  otherResources: ["deployment/search", "service/consul", "deployment/mongodb-geo"],
  texts: [
    "deployment/geo has an init container that exits with 1.",
    "The init container of geo crashes.",
    "geo is in Init:CrashLoopBackOff.",
    "The init container check-config of geo fails because SCHEMA_VERSION is empty.",
    "geo's init container keeps failing its config check, so the pods never start.",
    "Pods of geo show Init:Error.",
    "Someone added an init container to geo which exits non-zero.",
    "A failing init container blocks the geo Deployment.",
    "The initContainer in the geo template terminates with exit code 1.",
    "init-crash on deployment/geo",
    "The geo pods cannot start: init container validate-settings is in back-off after exit status 1.",
    "search fails because geo's initContainers exit with an error.",
    "The new roll-out of geo hangs since its init container exits 1.",
  ],
  types: [
    "init crash",
    "init-crash",
    "init container crash",
    "init-container-failure",
    "init container exits 1",
    "init:crashloopbackoff",
    "crashing init container",
    "failing-init-container",
  ],
} satisfies FaultTexts;
