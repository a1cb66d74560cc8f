import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "service/memcached-rate",
  params: { service: "service/memcached-rate", port: 11_211 },
  resources: [
    "svc/memcached-rate",
    "services/hotel-reservation/memcached-rate",
    "endpoints/memcached-rate",
    "endpointslice/memcached-rate-x7k2q",
  ],
  otherResources: ["service/rate", "deployment/rate", "node/worker-1"],
  texts: [
    "Service memcached-rate has internalTrafficPolicy Local.",
    "The internalTrafficPolicy of service/memcached-rate was set to Local, and no pod of it is on rate's node.",
    "internalTrafficPolicy: Local on svc/memcached-rate drops the connections of callers on other nodes.",
    "The memcached-rate Service only sends traffic to pods on the caller's node.",
    "Service memcached-rate routes only to node-local endpoints.",
    "The internal traffic policy of memcached-rate's Service is Local instead of Cluster.",
    "memcached-rate's Service has the wrong internal traffic policy.",
    "Someone changed spec.internalTrafficPolicy of service memcached-rate to Local.",
    "Traffic through Service memcached-rate is restricted to the local node.",
    "rate times out because Service memcached-rate has an internalTrafficPolicy of Local and there is no local endpoint.",
    "The traffic policy of service/memcached-rate keeps requests on the same node.",
    "svc/memcached-rate: internalTrafficPolicy should be Cluster, it is Local.",
    "Service memcached-rate delivers only to pods on the same node as the client.",
  ],
  types: [
    "traffic-policy",
    "internalTrafficPolicy",
    "internal traffic policy",
    "internalTrafficPolicy Local",
    "wrong-traffic-policy",
    "internal-traffic-policy-local",
    "service traffic policy local",
    "no local endpoints",
  ],
} satisfies FaultTexts;
