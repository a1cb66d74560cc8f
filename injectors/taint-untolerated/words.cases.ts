import type { FaultTexts } from "../fault-words.ts";

export default {
  resource: "node/*",
  texts: [
    "All workers have a taint that the app does not tolerate.",
    "Somebody tainted every worker node with dedicated=batch:NoSchedule.",
    "node/*: taint",
    "Pods of geo stay Pending because of an untolerated taint on the nodes.",
  ],
} satisfies FaultTexts;
