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
  ],
} satisfies FaultTexts;
