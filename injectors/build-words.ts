import type { FaultWords } from "./fault-words.ts";

/** Words for what was built and rolled out. */
export const BUILD = "\\b(?:builds?|releases?|(?:image |app(?:lication)? |new |latest )?version|code)\\b";

/**
 * Creates the words of a build with a defect: those of any, and its own.
 *
 * @param patterns of what is particular to it
 */
export const buildWords = (patterns: readonly string[]): FaultWords => ({
  on: "workload",
  patterns: [
    ...patterns,
    `${DEFECTIVE}(?: new| latest)?(?: [\\w.:/-]+)? ${BUILD}(?: (?:bug|regression))?`,
    `${BUILD}~(?:${DEFECTIVE}|has a bug)`,
    `\\b(?:bug|regression|defect)\\b in (?:the |its )?(?:[\\w-]+ ){0,2}(?:${BUILD}|\\b(?:application|program|image)\\b)(?: that [\\w-]+ runs)?`,
    `${BUILD} (?:bug|regression)`,
    "image~(?:crashes|buggy|panics)",
    "buggy[- ](?:image|build|tag)",
  ],
  fixes: [`(?:undo|roll back|revert)~${BUILD}`],
});

const DEFECTIVE = "(?:buggy|broken|crashing|faulty|bad|defective|regress\\w+|untested|leaking|slow)";
