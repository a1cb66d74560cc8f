import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/geo",
  params: { target: "deployment/geo", name: "wait-for-dependency", host: "service/config-server", rollout: "recreate" },
  resources: ["deploy/geo", "deployment/hotel-reservation/geo", "replicaset/geo-7d9f8c6b5", "pod/geo-7d9f8c6b5-x2kqp", "component/geo"],
  otherResources: ["deployment/search", "service/consul", "deployment/mongodb-geo"],
  texts: [
    "deployment/geo has an init container that waits for config-server, which does not exist.",
    "The init container of geo never finishes.",
    "geo hangs in Init:0/1.",
    "The pods of geo are stuck in an init container that looks up a name nobody has.",
    "Someone added an init container to geo which waits forever.",
    "An init container of the geo Deployment waits for a host that can't be resolved.",
    "geo's init container loops on nslookup and never completes.",
    "geo's pods stay in Init:0/1 because the init container wait-for-dependency waits for settings-store.",
    "The geo workload's initContainers block on a dependency that does not exist.",
    "Pods of geo hang during initialization.",
    "init-dependency-hang on deployment/geo",
    "The init container in the geo template does not end, since legacy-config-service does not resolve.",
    "geo is blocked by its init container.",
  ],
  types: [
    "init dependency",
    "init-dependency",
    "init container",
    "init-container-stuck",
    "init container waits forever",
    "initcontainer-hang",
    "init container never completes",
    "blocked init container",
  ],
} satisfies FaultTexts;
