import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "limitrange/resource-defaults",
  params: {
    target: "deployment/mongodb-user",
    container: "hotel-reserv-user-mongo",
    limits: "limitrange/resource-defaults",
    memory: "20Mi",
  },
  resources: [
    "limits/resource-defaults",
    "limitranges/resource-defaults",
    "limitranges.v1/resource-defaults",
    "limitrange/hotel-reservation/resource-defaults",
  ],
  otherResources: ["deployment/user", "node/worker-1", "resourcequota/resource-defaults"],
  texts: [
    "The LimitRange resource-defaults gives containers a memory limit of only 20Mi.",
    "limitrange/resource-defaults sets a default memory limit that is too small for mongodb-user.",
    "The LimitRange resource-defaults gives new pods 20Mi of memory, with which mongodb-user cannot start.",
    "The default memory limit in LimitRange resource-defaults is too low.",
    "Containers without a limit get a tiny one from LimitRange resource-defaults.",
    "Somebody created the LimitRange resource-defaults with default memory 20Mi.",
    "limitrange resource-defaults: default memory 20Mi is below what mongodb-user needs.",
    "The tiny default of the LimitRange resource-defaults kills new pods.",
    "LimitRange/resource-defaults injects limits that are too small.",
    "The limit range resource-defaults adds a limit of 20Mi to each container that has none.",
    "Root cause: LimitRange resource-defaults (default memory limit 20Mi).",
    "limitrange/resource-defaults makes mongodb-user run out of memory.",
  ],
  types: [
    "limit-range",
    "limitrange",
    "limitrange default too small",
    "limit range memory default",
    "limitrange-default-memory",
    "limitrange default memory limit too low",
    "default memory limit of LimitRange too small",
    "limitrange too tight",
  ],
} satisfies FaultTexts;
