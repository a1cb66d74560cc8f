import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "networkpolicy/lockdown-rate",
  texts: [
    "NetworkPolicy lockdown-rate blocks all ingress to rate.",
    "networkpolicy/lockdown-rate denies traffic.",
    "The lockdown-rate network policy cuts rate off.",
    "search times out calling rate because of a NetworkPolicy named lockdown-rate.",
    "rate is unreachable: the policy called lockdown-rate drops its traffic.",
    'A NetworkPolicy "lockdown-rate" selects the rate pods and has no ingress rules.',
  ],
} satisfies FaultTexts;
