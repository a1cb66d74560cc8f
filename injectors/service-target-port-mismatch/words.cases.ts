import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "service/consul",
  texts: [
    "The targetPort of Service consul is wrong.",
    "Service consul forwards to port 18080, where nobody listens.",
    "service/consul has targetPort 9999 instead of 8500.",
    "The consul service sends traffic to the wrong port.",
    "consul's Service maps to a target port that the container does not listen on.",
    "Connections to consul are refused because the Service's target port does not match the container.",
    "There is a port mismatch on the consul service.",
    "Service consul forwards 8500 to 18500, on which the pod does not listen.",
    "Wrong targetPort on the consul Service.",
    "consul's Service has targetPort 9999 while the container listens on 8500.",
    "Connection refused at consul: the Service routes to a port that nobody serves.",
    "The target port of svc/consul was changed to 9999.",
    "spec.ports[0].targetPort of service consul doesn't match containerPort.",
    "The consul Service maps its port to a closed container port.",
    "consul is reachable by pod IP, but the Service's targetPort is misconfigured.",
    "Mismatch between the targetPort of Service consul and the port of its container.",
    "Service consul: incorrect target port",
  ],
  types: [
    "wrong-target-port",
    "target-port-mismatch",
    "targetport-mismatch",
    "wrong-port",
    "port-mismatch",
    "incorrect-targetport",
    "service-port-misconfigured",
    "bad-target-port",
  ],
} satisfies FaultTexts;
