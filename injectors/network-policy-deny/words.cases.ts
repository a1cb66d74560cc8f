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
    "Ingress to rate is blocked by NetworkPolicy lockdown-rate.",
    "The NetworkPolicy lockdown-rate has no ingress rule and selects rate, so all connections time out.",
    "networkpolicy/lockdown-rate: denies all traffic to rate",
    "Calls to rate time out since lockdown-rate (a NetworkPolicy) isolates its pods.",
    "A deny-all NetworkPolicy, lockdown-rate, was applied to rate.",
    "Traffic to the rate pods gets dropped by the network policy lockdown-rate.",
    "Someone created a NetworkPolicy called lockdown-rate that does not allow any traffic.",
    "lockdown-rate is a default-deny NetworkPolicy on the rate pods.",
    "NetworkPolicy/lockdown-rate forbids ingress and egress of rate.",
    "search gets deadline exceeded from rate: networkpolicy lockdown-rate is too strict.",
  ],
  types: [
    "network-policy",
    "blocked-by-network-policy",
    "deny-all",
    "networkpolicy-blocks-ingress",
    "policy-blocks-traffic",
    "ingress-denied",
    "default-deny",
    "network-policy-blocking",
  ],
} satisfies FaultTexts;
