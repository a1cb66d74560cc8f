import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "service/frontend",
  params: { service: "service/frontend", decoy: "deployment/search", key: "team", value: "platform" },
  resources: ["svc/frontend", "services/hotel-reservation/frontend", "endpoints/frontend", "endpointslice/frontend-x7k2q"],
  otherResources: ["service/search", "deployment/search", "service/geo"],
  texts: [
    "The selector of Service frontend also matches pods of another workload.",
    "Service frontend selects pods of search as well as frontend.",
    "service/frontend selects pods of another deployment too, so half of its connections are refused.",
    "The selector of the frontend Service is too broad.",
    "Service frontend has a selector that is shared with search's pods.",
    "The frontend Service picks up foreign pods.",
    "svc/frontend load-balances over pods of another workload, which do not listen on its port.",
    "The endpoints of service frontend include pods of another deployment.",
    "frontend's Service selector overlaps with the labels of the search pods.",
    "An overly broad selector on Service frontend sends half of the requests to unrelated pods.",
    "The selector of svc/frontend was changed to team=platform, which matches the pods of another workload as well.",
    "Service frontend routes to pods of another component.",
    "The selector overlap on service/frontend mixes two workloads behind it.",
    "Service frontend: its selector matches several workloads.",
  ],
  types: [
    "selector-overlap",
    "overlapping selector",
    "selector too broad",
    "service-selects-foreign-pods",
    "service selects pods of another workload",
    "foreign endpoints",
    "overly broad service selector",
    "ambiguous selector",
  ],
} satisfies FaultTexts;
