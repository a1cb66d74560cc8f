import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "service/consul",
  params: { service: "service/consul", port: 8500 },
  resources: ["svc/consul", "services/hotel-reservation/consul", "endpoints/consul", "endpointslice/consul-x7k2q"],
  otherResources: ["service/frontend", "deployment/frontend"],
  texts: [
    "The protocol of Service consul's port is UDP instead of TCP.",
    "Service consul exposes 8500/UDP, but its clients speak TCP.",
    "service/consul has the wrong protocol on port 8500.",
    "consul's Service was switched to UDP.",
    "Connections to consul are refused since its Service port takes UDP.",
    "There is a protocol mismatch on the consul service.",
    "The consul Service forwards UDP only, so TCP connections through it fail.",
    "spec.ports[0].protocol of service consul was changed to UDP.",
    "svc/consul: protocol UDP, while the container listens on TCP.",
    "Somebody set the protocol of the consul Service to UDP, and callers get connection refused.",
    "Service consul: incorrect protocol.",
    "The port of the consul Service is declared as UDP where consul serves TCP.",
    "Callers cannot reach consul because TCP is not served by its Service any more, only UDP.",
  ],
  types: [
    "service-protocol",
    "wrong-protocol",
    "protocol-mismatch",
    "service-protocol-mismatch",
    "udp-instead-of-tcp",
    "service port protocol is UDP",
    "incorrect-protocol",
    "wrong service protocol",
  ],
} satisfies FaultTexts;
