import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/geo",
  params: { target: "deployment/geo", name: "forwarder", port: 8083, command: ["nc", "-lk", "-p", "8083", "-e", "cat"] },
  resources: ["deploy/geo", "pod/geo-7d9f8c6b5-x2kqp", "replicaset/geo-7d9f8c6b5", "container/geo"],
  otherResources: ["deployment/search", "service/consul"],
  texts: [
    "Two containers in the pods of deployment/geo want the same port.",
    "deployment/geo: port conflict between its containers.",
    "The geo pod has a sidecar that takes the port 8083.",
    "geo crashes with bind: address already in use because of a sidecar.",
    "A sidecar of geo listens on the same port.",
    "There is a port conflict in geo.",
    "geo's second container occupies port 8083.",
    "Deployment geo got another container on the same port, so one of them fails to bind.",
    "A new sidecar in geo binds the port of the program.",
    "The containers of geo conflict over port 8083.",
    "geo does not start, since the port is already in use by a sidecar.",
    "search fails because a sidecar of geo takes its port.",
  ],
  types: [
    "port conflict",
    "port-conflict",
    "port already in use",
    "address already in use",
    "containers on the same port",
    "sidecar takes the port",
    "conflicting ports",
    "sidecar-port-conflict",
  ],
} satisfies FaultTexts;
