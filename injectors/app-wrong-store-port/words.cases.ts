import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/geo",
  params: {
    target: "deployment/geo",
    container: "hotel-reserv-geo",
    rollout: "recreate",
    from: "ghcr.io/sregym/hotel-reservation:latest",
    tag: "build-412",
    program: "/go/bin/geo",
    defect: {
      builtIn: {
        GeoMongoAddress: "mongodb-geo:27777",
      },
    },
  },
  resources: [
    "deploy/geo",
    "deployment/hotel-reservation/geo",
    "pod/geo-7d9f8c6b5-x2kqp",
    "replicaset/geo-7d9f8c6b5",
    "container/geo",
    "component/geo",
    "service/geo",
  ],
  otherResources: ["deployment/frontend", "service/consul", "node/worker-1"],
  texts: [
    "Deployment geo runs a build with a hard-coded port of its database, 27777.",
    "The build build-412 of geo uses the wrong port for mongodb-geo.",
    "geo: the new release has a wrong database port built in.",
    "geo runs a buggy build that dials mongodb-geo:27777.",
    "The code of geo connects to the wrong port of its store.",
    "The build of geo has a wrong port of its database built in.",
    "A bad build of geo asks the wrong port of its database.",
    "The release that geo runs has the wrong store port.",
    "There is a bug in the geo build: it dials port 27777.",
    "geo was rolled out with a broken build whose store port is hard-coded.",
    "deployment/geo connects to the wrong port of its database, since the build has it baked in.",
    "The new version of geo uses an incorrect port for its database.",
    "geo crashes since its build has a wrong mongo port.",
  ],
  types: [
    "buggy-build",
    "app-wrong-store-port",
    "built-in store port",
    "hard-coded store port",
    "bad build",
    "hardcoded database port",
    "broken build",
    "buggy build",
  ],
} satisfies FaultTexts;
