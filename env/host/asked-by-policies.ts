/**
 * Calls whose work is what a policy asked for, which is bounded: one that overruns is its policy's doing. How long any other takes
 * depends on us.
 */
export const ASKED_BY_POLICIES: ReadonlySet<string> = new Set(["step", "kube"]);
