import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "deployment/geo",
  params: { target: "deployment/geo", container: "hotel-reserv-geo", limit: "56m" },
  resources: ["deploy/geo", "pod/geo-7d9f8c6b5-x2kqp", "replicaset/geo-7d9f8c6b5", "container/geo"],
  otherResources: ["deployment/search", "service/consul", "deployment/mongodb-geo"],
  texts: [
    "geo is CPU throttled: its limit is only 56m.",
    "The CPU limit of deployment/geo is too low.",
    "geo has a cpu limit of 56m, which throttles it.",
    "CFS throttling slows down geo.",
    "search is slow because geo is throttled by its CPU limit.",
    "The geo Deployment limits CPU to 56m.",
    "geo's container is capped at 56m of CPU, hardly more than it needs.",
    "limits.cpu of geo was set to 56m, so that its requests wait.",
    "deployment/geo: CPU limit 56m, a third of the periods are throttled.",
    "geo is limited to 56 millicores.",
    "The latency comes from geo, whose pods are throttled in a third of all CFS periods.",
    "geo runs into its CPU limit.",
    "The CPU ceiling of geo is too tight.",
  ],
  types: [
    "cpu-limit",
    "cpu limit",
    "cpu-limit-throttle",
    "cpu limit too low",
    "cpu throttling",
    "cfs throttling",
    "low cpu limit",
    "throttled by cpu limit",
  ],
} satisfies FaultTexts;
