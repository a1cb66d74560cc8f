import type { FaultWords } from "../fault-words.ts";

const GONE =
  "(?:dropped|deleted|removed|missing|gone|wiped|does not exist|doesn't exist|no longer exists?|non-?existent|isn't there|is not there|not there)";
const OF_ROLES = "(?!\\b(?:roles?|permissions?|privileges?|rights?|read-?write|passwords?)\\b)";
const NO_ROLE = "(?![- ](?:has |had |lost |the |its |a )?(?:no )?(?:missing )?(?:roles?|permissions?|privileges?|rights?|passwords?))";
const STORE_USER = "(?:mongo\\w*|database|db|application|app)[- ](?:users?|accounts?|logins?)";

export const words: FaultWords = {
  on: "mongouser",
  patterns: [
    `(?:${STORE_USER}|\\busers? (?:admin|\\w+@)|\\baccount admin|mongouser/\\S+|\\w+@[\\w-]+)(?:${OF_ROLES}[^;,]){0,40}?\\b${GONE}${NO_ROLE}`,
    `(?:${GONE}|no such|has no|have no)[- ](?:the |a |its )?(?:${STORE_USER}|\\busers? admin\\b|users?$)${NO_ROLE}`,
    "\\bdropuser\\b",
    `(?:^|mongo-|database-|db-)user[- ](?:missing|dropped|deleted)${NO_ROLE}`,
  ],
  fixes: ["(?:create|recreate|restore|add)\\w*~\\busers?\\b", "\\bcreateuser\\b"],
  canCause: ["unauthorized"],
};
