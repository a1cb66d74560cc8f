import { BUILD } from "../build-words.ts";
import type { FaultWords } from "../fault-words.ts";

/** Words for a processor, as people and labels of nodes name it. */
const PROCESSOR = "(?:\\barm ?64\\w*|\\baarch64|\\bppc64(?:le)?|\\bs390x|\\barm\\b)";

/** Words for what was built. */
const IMAGE = `(?:\\bimages?\\b|\\bbinar(?:y|ies)\\b|\\bexecutables?\\b|\\btags?\\b|${BUILD})`;

const ARCHITECTURE = "\\b(?:architectures?|arch|platforms?|processors?|cpu (?:types?|architectures?))\\b";
const OTHER = "(?:wrong|another|other|different|foreign|incompatible|unsupported|mismatch\\w*)";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "exec format error",
    `${OTHER} (?:\\w+ )?${ARCHITECTURE}`,
    `${ARCHITECTURE}~(?:mismatch\\w*|wrong|incompatible|differs?|(?:does not|doesn't|do not|don't|not) (?:match|fit)\\w*)`,
    `(?:image|cpu|processor|platform) ${ARCHITECTURE}`,
    `${IMAGE}~(?:built|made|compiled|pushed|published|meant|is|are|was|only|exists?)~\\b(?:for|on)~(?:${PROCESSOR}|${OTHER} (?:\\w+ )?${ARCHITECTURE})`,
    `${IMAGE}~${PROCESSOR}(?:[- ]only)?(?:~(?:amd64|x86[-_]?64|x86))?`,
    `${PROCESSOR}(?:[- ]only)?[- ](?:\\w+ )?${IMAGE}(?:~(?:amd64|x86[-_]?64|x86))?`,
  ],
  fixes: [`(?:rebuild|build|push|use)\\w*~\\b(?:multi-?arch\\w*|amd64|x86[-_]?64)`],
};
