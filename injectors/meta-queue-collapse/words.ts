import type { FaultWords } from "../fault-words.ts";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "\\w*qps_limit\\w*",
    "qps[- ]limit",
    "queue[- _](?:collapse|capacity|config\\w*)",
    "queue (?:length|depth|size) (?:is|was)",
    "(?:queue|backlog)~(?:full|filled|pinned)~(?:expired|dead|stale|nobody)",
    "expired requests",
    "(?:limited to|serves only|does only|allows only|capped at)~\\d+ (?:requests|queries)(?: a| per|/) ?s(?:econd)?",
    "rate of (?:work|requests) (?:is |was )?(?:set |bounded )?too low",
  ],
  fixes: ["(?:raise|increase|lift)~(?:qps|queue)"],
};
