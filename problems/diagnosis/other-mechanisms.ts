import type { Mechanism } from "./mechanism.ts";

/** Mechanisms that the ontology lacks, so that a text about one of them is not matched to a similar type. */
export const OTHER_MECHANISMS: readonly Mechanism[] = [
  {
    id: "other:traffic-spike",
    names: [],
    on: "workload",
    patterns: ["(?:traffic|load) (?:spike|surge|peak)", "overload\\w*", "too much (?:traffic|load)"],
  },
  { id: "other:rate-limit", names: [], on: "workload", patterns: ["rate[- ]?limit\\w*"] },
];
