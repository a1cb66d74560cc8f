import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/reservation",
  params: {
    target: "deployment/reservation",
    container: "hotel-reserv-reservation",
    rollout: "recreate",
    from: "ghcr.io/sregym/hotel-reservation:latest",
    tag: "v3.1.0",
    program: "/go/bin/reservation",
    defect: {
      fails: {
        share: 0.6,
        error: "missing required parameter: tenant",
      },
    },
  },
  resources: [
    "deploy/reservation",
    "deployment/hotel-reservation/reservation",
    "pod/reservation-7d9f8c6b5-x2kqp",
    "replicaset/reservation-7d9f8c6b5",
    "container/reservation",
    "component/reservation",
    "service/reservation",
  ],
  otherResources: ["deployment/frontend", "service/consul", "node/worker-1"],
  texts: [
    "Deployment reservation runs a buggy build whose requests fail.",
    "The new build of reservation leaves out a required parameter.",
    "reservation's release v3.1.0 omits the parameter tenant.",
    "The code of reservation drops a parameter, so that 60 % of its requests fail.",
    "A bad build of reservation fails most requests with a missing parameter.",
    "reservation fails with a missing required parameter since its new release.",
    "There is a bug in the release that reservation runs: a parameter is left out.",
    "deployment/reservation has a regression in its build.",
    "The new version of reservation lacks the parameter tenant in its requests.",
    "reservation was rolled out with a faulty build.",
    "The reservation build is broken: missing parameter.",
    "reservation no longer sends a required parameter.",
    "A parameter is left out by the new code of reservation.",
  ],
  types: [
    "buggy-build",
    "code-missing-parameter",
    "missing parameter",
    "missing-parameter",
    "missing required parameter",
    "buggy build",
    "code bug in the release",
    "broken build",
  ],
} satisfies FaultTexts;
