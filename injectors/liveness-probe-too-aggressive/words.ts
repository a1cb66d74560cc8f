import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "liveness(?:[- ]?(?:probes?|checks?))?~(?:too (?:aggressive|short|tight|strict|early|impatient|soon|quick|hasty|fast|little time)\\w*|aggressive|impatient|hasty|time-?out|initial ?delay\\w*|period\\w*|(?:failure ?)?threshold|(?:before|while)~(?:listen|start|boot|up|initiali[sz])\\w*|no time to start|not (?:wait|give|allow|leave)\\w*)",
    "(?:too (?:aggressive|short|tight|strict|early|impatient|hasty)|aggressive|impatient|hasty|no initial ?delay\\w*)~liveness(?:[- ]?(?:probes?|checks?))?",
  ],
  fixes: ["liveness~(?:initial ?delay\\w*|(?:failure ?)?threshold|period\\w*)"],
  canCause: ["probe-fails"],
};
