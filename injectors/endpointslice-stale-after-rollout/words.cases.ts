import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "service/frontend",
  params: { service: "service/frontend", slice: "endpointslice/frontend-static" },
  resources: ["svc/frontend", "services/hotel-reservation/frontend", "endpoints/frontend", "endpointslice/frontend-static"],
  otherResources: ["service/search", "deployment/search", "service/geo"],
  texts: [
    "Service frontend has a stale EndpointSlice beside the controller's own.",
    "A left-over EndpointSlice of service frontend still lists the address of a deleted pod.",
    "An additional EndpointSlice of the frontend Service holds the IP of a pod that is gone.",
    "Half of the connections to service frontend go to a dead endpoint.",
    "service/frontend load-balances over a stale pod IP as well as its live pod.",
    "A hand-written EndpointSlice adds an outdated address to service frontend.",
    "Some of the requests to svc/frontend hang since an old endpoint was never removed.",
    "The Service frontend has an unmanaged EndpointSlice with a dead address.",
    "After the rollout, service frontend still has endpoints of pods that no longer exist.",
    "An EndpointSlice of service frontend that no controller keeps was left over and points to a dead IP.",
    "Service frontend: a manually created EndpointSlice keeps the address of the former pod.",
    "The extra EndpointSlice of frontend's Service sends a share of traffic to a pod that was deleted.",
    "There is a second EndpointSlice for service frontend with the IP of a terminated pod.",
    "Orphaned EndpointSlice on service frontend.",
  ],
  types: [
    "endpoint-stale",
    "stale endpoint",
    "stale endpoints",
    "endpointslice-stale-after-rollout",
    "stale-endpointslice",
    "orphaned endpointslice",
    "left-over endpointslice",
    "dead endpoint",
  ],
} satisfies FaultTexts;
