import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "node",
  patterns: [
    "kubelet-(?:crash|down)",
    "cgroup[- ]?drivers?\\b(?:[^;.]{0,60}?\\b(?:containerd|runtime)\\b)?",
    "\\bkubelet\\b(?:(?!\\b(?:kill|kills|probe|restarts?|mount|pull|evict|reports?|says|container)\\w*\\b)[^;,]){0,50}?(?:stopp|crash|dead|died|fail|(?<!not )\\b(?:down|inactive|gone|exited|terminated|unhealthy|broken|missing|mis-?configured)\\b|(?:not|isn't|wasn't|no longer) (?:been )?(?:running|active|started|up|alive|working|posting)|(?:was|been|got) killed|\\bexits?\\b|\\bexiting\\b|(?:cannot|can't|does not|doesn't|won't|refuses to|unable to) (?:start|come up|load|read|parse))\\w*",
    "(?:dead|stopped|crashed|failed|inactive|broken|lost (?:its|the)|without (?:a|its)|no running) kubelet\\b",
    "no (?:more )?(?:kubelet )?heartbeats?\\b(?: (?:of|from) (?:the )?kubelet)?",
    "\\bnode(?: [\\w-]+)? (?:is |was |went )?(?:down|notready|not ready|offline|crash\\w*|dead|failed)",
  ],
  fixes: ["(?:start|restart)~\\bkubelet\\b"],
};
