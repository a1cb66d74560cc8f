import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "node/worker-2",
  texts: [
    "The kubelet on node worker-2 stopped.",
    "node/worker-2: kubelet-down",
    "Node worker-2 is NotReady since its kubelet crashed.",
    "The kubelet of node worker-2 is not running.",
  ],
} satisfies FaultTexts;
