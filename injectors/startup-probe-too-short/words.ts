import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "start-?up(?:[- ]?(?:probes?|checks?))~(?:too (?:aggressive|short|tight|strict|early|impatient|soon|quick|hasty|fast|small|few|low|little)\\w*|aggressive|impatient|hasty|budget|gives? up|time-?out|initial ?delay\\w*|period\\w*|(?:failure ?)?threshold|(?:before|while)~(?:listen|start|boot|up|ready|initiali[sz])\\w*|no time to start|not (?:wait|give|allow|leave|enough)\\w*|kills?|fail\\w*)",
    "(?:too (?:aggressive|short|tight|strict|early|impatient|hasty|small)|aggressive|impatient|hasty|no initial ?delay\\w*)~start-?up(?:[- ]?(?:probes?|checks?))",
    "startupProbe~(?:fail\\w*|kill\\w*|too|budget|(?:failure ?)?threshold|gives? up|before)",
  ],
  fixes: ["start-?up(?:[- ]?probe)?~(?:initial ?delay\\w*|(?:failure ?)?threshold|period\\w*|budget)"],
  canCause: ["probe-fails"],
};
