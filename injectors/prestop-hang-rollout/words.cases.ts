import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/geo",
  params: { target: "deployment/geo", container: "hotel-reserv-geo", sleepSeconds: 7200, graceSeconds: 14_400, checksum: "a1" },
  resources: ["deploy/geo", "deployment/hotel-reservation/geo", "replicaset/geo-7d9f8c6b5", "pod/geo-7d9f8c6b5-x2kqp", "container/geo"],
  otherResources: ["deployment/search", "service/consul", "deployment/mongodb-geo"],
  texts: [
    "deployment/geo has a preStop hook that sleeps for two hours.",
    "The preStop hook of geo hangs, so its old pods stay Terminating and the roll-out does not go on.",
    "geo pods are stuck in Terminating because of a preStop hook that sleeps 7200 seconds.",
    "lifecycle.preStop of the geo container sleeps for 7200 s.",
    "The roll-out of geo is held up by its preStop lifecycle hook.",
    "Someone added a pre-stop hook to geo that takes hours.",
    "geo's preStop sleep is too long for a Recreate roll-out.",
    "The pods of geo do not end, since a preStop sleep of 7200s holds them.",
    "prestop-hang-rollout on deployment/geo",
    "The geo Deployment waits for old pods whose preStop handler blocks.",
    "spec.template.spec.containers[0].lifecycle.preStop of geo sleeps far too long.",
    "The roll-out of geo hangs: the preStop hook of the old pods sleeps.",
  ],
  types: [
    "lifecycle-hook",
    "lifecycle hook",
    "preStop hook",
    "prestop-hang-rollout",
    "pre-stop hook hangs",
    "long preStop sleep",
    "preStop hook too long",
    "hanging preStop hook",
  ],
} satisfies FaultTexts;
