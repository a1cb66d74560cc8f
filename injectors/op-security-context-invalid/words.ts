import { type FaultWords, WRONG } from "../fault-words.ts";

const ID = "(?:runasuser|runasgroup|fsgroup|run[- ]as[- ](?:user|group)|user id|uid|gid)";
const CONTEXT = "(?:pod ?)?security[- ]?contexts?";
const NO_ID = `(?:${WRONG}|negative|out of range|too (?:large|great|big)|illegal|not (?:valid|allowed)|rejected|refused|must be between|=? ?-\\d+)`;

export const words: FaultWords = {
  on: "tidbcluster",
  patterns: [
    `\\b${CONTEXT}\\b(?:~(?:\\b${NO_ID}|\\b${ID}\\b))?(?:~\\b${NO_ID})?`,
    `\\b${NO_ID}\\b(?: [\\w-]+)? ${CONTEXT}\\b(?:~\\b${ID}\\b)?`,
    `\\b${ID}\\b(?:~(?:${NO_ID}))(?:~\\b${CONTEXT}\\b)?`,
    `\\b${NO_ID}\\b(?: value)?(?: (?:of|for|in))? (?:the )?${ID}\\b(?:~\\b${CONTEXT}\\b)?`,
  ],
  fixes: [`(?:remove|drop|delete|fix|correct|set)~\\b(?:${CONTEXT}|${ID})\\b`],
};
