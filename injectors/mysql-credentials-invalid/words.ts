import { CHANGED, type FaultWords, WRONG } from "../fault-words.ts";

const LOGIN =
  "(?:(?:mysql|database|db)[- _](?:users?(?:names?)?|passwords?|credentials?|logins?)|\\b\\w+_mysql_(?:user|password)\\b|\\bmysql_(?:user|password)\\b)";
const PLAIN = "\\b(?:passwords?|credentials?|user ?names?|users?|logins?)\\b";

export const words: FaultWords = {
  on: "secret",
  patterns: [
    "(?:mysql|database|db)[- ]credentials?(?:[- ](?:invalid|wrong|mismatch))?",
    `${LOGIN}~(?:${WRONG}|${CHANGED}|rejected|refused|outdated|not accepted)`,
    `(?:${WRONG}|${CHANGED}|outdated|another|different) (?:\\w+ )?${LOGIN}`,
    `\\bsecrets?\\b~(?:${WRONG}|${CHANGED}|outdated|holds|has|contains|carries)~${PLAIN}`,
    `(?:${WRONG}|outdated|changed|different) (?:\\w+ ){0,2}${PLAIN}~(?:\\bin\\b|\\bof\\b|\\bfrom\\b)~\\bsecret`,
    `${PLAIN}~(?:\\bin\\b|\\bof\\b|\\bfrom\\b)~\\bsecret\\b(?:/\\S+| \\S+)?~(?:${WRONG}|${CHANGED}|outdated|not the)`,
    "wrong[- ](?:user|password) in (?:the )?secret",
  ],
  fixes: ["(?:correct|fix|restore|put|set|change)~(?:password|credentials?|user)~secret"],
  canCause: ["unauthorized"],
};
