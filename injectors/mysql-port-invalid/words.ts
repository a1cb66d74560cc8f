import { CHANGED, type FaultWords, WRONG } from "../fault-words.ts";

const PORT = "(?:\\bmysql[- _](?:port|address|host)\\b|\\b\\w+_mysql_(?:port|host)\\b)";
const PLAIN = "(?:\\bport\\b|\\baddress\\b|\\bhost\\b)";

export const words: FaultWords = {
  on: "secret",
  patterns: [
    `${PORT}~(?:${WRONG}|${CHANGED}|\\bis \\d+)`,
    `(?:${WRONG}|${CHANGED}|another|different) ${PORT}`,
    `\\bsecrets?\\b~(?:${WRONG}|${CHANGED}|points? (?:at|to)|names?|has|holds|contains|says|sets|carries)~${PLAIN}`,
    `(?:${WRONG}|changed|different) (?:\\w+ ){0,2}${PLAIN}~(?:\\bin\\b|\\bof\\b|\\bfrom\\b)~\\bsecret`,
    `(?:\\w+ )?${PLAIN}~(?:\\bin\\b|\\bof\\b|\\bfrom\\b)~\\bsecret\\b(?:/\\S+| \\S+)?~(?:${WRONG}|${CHANGED}|not the|\\bis \\d+|instead)`,
  ],
  fixes: ["(?:correct|fix|restore|put|set|change)~\\bport\\b~secret"],
};
