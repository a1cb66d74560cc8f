import type { FaultWords } from "../fault-words.ts";

const VERSION = "(?:versions?|releases?|major|series|images?|tag)";

export const words: FaultWords = {
  on: "workload",
  patterns: [
    "image[- ](?:version|store)[- ]incompatible",
    `incompatible~\\b(?:${VERSION}|data(?: files?| director\\w+)?)\\b`,
    `\\b(?:${VERSION}|data(?: files?| director\\w+)?)\\b~(?:incompatible|not compatible|isn't compatible)`,
    "\\b(?:wrong|unsupported) mongod version\\b",
    "feature ?compatibility ?version|\\bfcv\\b",
    `\\b(?:${VERSION}|server|mongod?|postgres\\w*|database)\\b~(?:cannot|can't|could not|does not|doesn't|refuses to|is unable to|unable to|not able to) (?:open|read|use|start on|start with|work with|handle|understand)~\\b(?:data|files?|volume|director\\w+)\\b`,
    "\\b(?:upgraded|downgraded|updated|bumped|moved|jumped|skipped)~(?:too far|across|past|several|two|three|more than one|skipping|without)~\\b(?:versions?|releases?|series|majors?|upgrade|migrat\\w+|dump)\\b",
    "\\b(?:data|files?|volume)\\b~(?:made|written|created|initiali[sz]ed)~\\b(?:older|earlier|newer|later|another|other|previous)\\b~\\b(?:versions?|release|series|server|major)\\b",
    "unsupported (?:\\w+ )?(?:upgrade|downgrade)|upgrade problem|upgrade path",
  ],
  weak: ["\\b(?:upgraded|downgraded) (?:from|to)\\b", "\\b(?:major|newer|older) versions?\\b"],
  fixes: ["(?:downgrade|roll back|go back|return|pin)~\\b(?:versions?|releases?|series|mongo)\\b"],
};
