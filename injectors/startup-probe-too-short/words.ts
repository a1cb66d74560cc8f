import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "start-?up[- ]?(?:probes?|checks?)(?:~(?:too (?:short|small|tight|strict|little|few|soon|early|low)|budget|(?:failure ?)?threshold|(?:before|while)~(?:listen|start|boot|up)\\w*|not (?:wait|give|allow|leave)\\w*))?",
  ],
  fixes: ["start-?up[- ]?(?:probe|check)"],
  canCause: ["probe-fails"],
};
