import type { FaultWords } from "../fault-words.ts";

/** Words for a container that ends badly. */
const FAILS =
  "(?:crash\\w*|exits?\\b|exited|exiting|fail\\w*|dies|died|errors? out|non-?zero|exit (?:code|status)|terminat\\w*|panics?|back-?off|backs off)";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    `\\binit[- ]?containers?~${FAILS}(?: (?:with )?(?:code |status )?1\\b)?`,
    `${FAILS} (?:in )?(?:the |its |an? )?(?:[\\w-]+ )?init[- ]?containers?(?:~(?:block|hold|keep|stop|delay)\\w*)?`,
    "(?:crash\\w*|failing|failed|broken)[- ]init[- ]?containers?(?:~(?:block|hold|keep|stop|delay)\\w*)?",
    "\\binit:(?:crash-?loop-?back-?off|error)",
    "\\binit[- ](?:crash\\w*|failure|error)",
    "(?:validation|config(?:uration)? check|pre-?flight)~\\binit[- ]?containers?",
  ],
  fixes: ["(?:remove|drop|delete)~\\b(?:failing|crashing) init[- ]?containers?"],
};
