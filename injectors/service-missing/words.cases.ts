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
  ],
} satisfies FaultTexts;
