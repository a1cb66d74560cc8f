import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "configmap/kube-system/coredns",
  texts: [
    "The Corefile has a template stanza for geo that answers NXDOMAIN.",
    "CoreDNS was configured to deny the name of mongodb-geo.",
    "configmap/kube-system/coredns: dns-override",
    "DNS is broken for memcached-rate: a line in the Corefile.",
    "CoreDNS answers NXDOMAIN for mongodb-geo because of a template block in its Corefile.",
    "The Corefile was edited: a template plugin returns NXDOMAIN for geo.hotel-reservation.svc.cluster.local.",
    "ConfigMap coredns in kube-system contains a rule which makes consul unresolvable.",
    "DNS override in CoreDNS: lookups of memcached-rate are denied.",
    "rate logs 'no such host' for mongodb-rate although the Service is there; the culprit is the coredns ConfigMap.",
    "kube-system/coredns has been tampered with so that geo does not resolve.",
    "A stanza `template IN A` in the Corefile rcode NXDOMAIN blocks the name of consul.",
    "cluster DNS misconfigured: NXDOMAIN for mongodb-user",
    "CoreDNS config returns NXDOMAIN for one Service.",
    "The name profile is blackholed in the Corefile.",
  ],
  types: [
    "coredns-misconfiguration",
    "dns-nxdomain",
    "corefile-template",
    "dns-misconfigured",
    "coredns-config",
    "dns-template-nxdomain",
    "wrong-corefile",
    "nxdomain-override",
  ],
} satisfies FaultTexts;
