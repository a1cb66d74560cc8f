import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "service/memcached-rate",
  params: { service: "service/memcached-rate", port: 11211 },
  resources: [
    "svc/memcached-rate",
    "services/hotel-reservation/memcached-rate",
    "endpoints/memcached-rate",
    "endpointslice/memcached-rate-x7k2q",
  ],
  otherResources: ["service/frontend", "deployment/rate", "node/worker-1"],
  texts: [
    "internalTrafficPolicy of Service memcached-rate is Local.",
    "Service memcached-rate has internalTrafficPolicy: Local.",
    "The memcached-rate Service only routes to pods on the caller's node.",
    "service/memcached-rate was set to internal traffic policy Local.",
    "memcached-rate's Service keeps traffic to endpoints on the same node, where there are none.",
    "The traffic policy of svc memcached-rate is wrong.",
    "Callers time out since Service memcached-rate sends to node-local endpoints only.",
    "spec.internalTrafficPolicy of the memcached-rate service was changed from Cluster to Local.",
    "Service memcached-rate drops connections from callers on other nodes.",
    "The Service memcached-rate is limited to local endpoints.",
    "Somebody switched the internalTrafficPolicy on memcached-rate.",
    "rate cannot reach memcached-rate because its Service has a Local internal traffic policy.",
    "The memcached-rate Service is restricted to backends on the client's own node.",
  ],
  types: [
    "traffic-policy",
    "internal-traffic-policy",
    "internal-traffic-policy-local",
    "internalTrafficPolicy Local",
    "wrong traffic policy",
    "local traffic policy",
    "service-internal-traffic-policy",
    "node-local-traffic-only",
  ],
} satisfies FaultTexts;
