import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "service/memcached-rate",
  texts: [
    "The Service memcached-rate was deleted.",
    "Service memcached-rate is missing.",
    "There is no Service memcached-rate any more.",
    "service/memcached-rate does not exist.",
    "rate gets NXDOMAIN because the memcached-rate service was removed.",
    "The Kubernetes service for memcached-rate no longer exists.",
    "Somebody deleted the memcached-rate Service.",
    "Service memcached-rate not found.",
    "rate can't resolve memcached-rate: no such host, as its Service has been deleted.",
    "The memcached-rate Service is gone.",
    "svc/memcached-rate has been removed.",
    "There's no Service object for memcached-rate.",
    "Missing Service: memcached-rate",
    "memcached-rate runs, but the Service in front of it has been deleted.",
    "kubectl get svc memcached-rate returns NotFound; the Service was deleted.",
    "The Kubernetes Service `memcached-rate` doesn't exist in the namespace.",
    "Name resolution of memcached-rate fails because there isn't any Service with that name.",
  ],
  types: ["missing", "deleted", "service-not-found", "service-deleted", "missing-service", "not-found", "service-removed", "absent"],
} satisfies FaultTexts;
