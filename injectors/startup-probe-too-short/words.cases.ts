import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/consul",
  params: { target: "deployment/consul", container: "consul", port: 8300, periodSeconds: 1, failureThreshold: 2 },
  resources: [
    "deploy/consul",
    "deployment/hotel-reservation/consul",
    "pod/consul-7d9f8c6b5-x2kqp",
    "replicaset/consul-7d9f8c6b5",
    "container/consul",
    "component/consul",
  ],
  otherResources: ["deployment/geo", "service/mongodb-geo"],
  texts: [
    "The startup probe of consul is too short.",
    "deployment/consul has a startupProbe that gives up after two seconds.",
    "consul restarts again and again because its startup probe allows it too little time.",
    "The start-up probe of deployment consul kills it before it listens.",
    "consul never starts: Startup probe failed: connection refused, then the container is killed.",
    "A startup check with too small a budget ends consul.",
    "startupProbe.failureThreshold of deployment/consul is too low.",
    "The startup probe budget of consul is shorter than its start.",
    "consul is in CrashLoopBackOff since its startupProbe fails while it boots.",
    "The kubelet kills consul because of a tight startup probe.",
    "A startup probe was added to consul that does not leave it time to boot.",
    "consul failed its startup probe and is restarted, over and over.",
  ],
  types: [
    "startup-probe",
    "startup probe",
    "startup-probe-too-short",
    "startup probe too short",
    "startup probe budget",
    "short startup probe",
    "startupprobe threshold",
    "startup check too tight",
  ],
} satisfies FaultTexts;
