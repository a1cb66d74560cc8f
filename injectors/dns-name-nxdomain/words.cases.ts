import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "configmap/kube-system/coredns",
  texts: [
    "The Corefile has a template stanza for geo that answers NXDOMAIN.",
    "CoreDNS was configured to deny the name of mongodb-geo.",
    "configmap/kube-system/coredns: dns-override",
    "DNS is broken for memcached-rate: a line in the Corefile.",
  ],
} satisfies FaultTexts;
