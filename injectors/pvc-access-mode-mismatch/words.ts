import { CLAIM } from "../claim-words.ts";
import type { FaultWords } from "../fault-words.ts";

const MANY = "(?:read-?write-?many|\\brwx\\b|read-?only-?many|\\brox\\b)";

const ONCE = "(?:read-?write-?once(?:~read-?write-?once-?pod)?|rwo\\b)";

const MODE = "(?:access ?modes?(?! is read-?write-?once)|accessmodes)";

/** Words for what cannot give it. */
const UNGIVEN =
  "(?:not supported|unsupported|does not support|doesn't support|do not support|cannot (?:provide|provision|give)|can't (?:provide|provision|give)|does not provide|doesn't provide|only (?:supports?|provides?|offers?|has|have|knows?)|no (?:volume|pv|provisioner|storage class)\\b|not (?:available|offered|provided))";

export const words: FaultWords = {
  on: "persistentvolumeclaim",
  patterns: [
    `${CLAIM}~${MANY}(?:~${UNGIVEN}(?:~${ONCE})?)?`,
    `${MANY}~${CLAIM}(?:~${UNGIVEN})?`,
    `${MANY}~${UNGIVEN}(?:~${ONCE})?`,
    `(?:storage ?class~)?${UNGIVEN}~${MANY}(?:~${CLAIM})?`,
    `${CLAIM}~(?:wrong )?${MODE}(?:~${MANY})?(?:~${UNGIVEN}(?:~${ONCE})?)?`,
    `${MODE}~${CLAIM}(?:~${UNGIVEN}(?:~${ONCE}|~storage ?class)?)?`,
    `${MODE} ${MANY}(?:~${UNGIVEN})?`,
    `${MODE}~${UNGIVEN}(?:~${ONCE})?`,
    `(?:unsupported|unavailable) access ?modes?(?:~${MANY})?(?:~${CLAIM})?`,
    `(?:${CLAIM}~)?only supports ${ONCE}(?:~access ?modes?)?`,
    "(?:pvc|claim)[- ]access[- ]?mode(?:[- ]mismatch)?",
    "access[- ]?mode[- ](?:mismatch|unsupported|not[- ]supported)",
  ],
  fixes: ["(?:to|use|with) read-?write-?once"],
  canCause: ["pending"],
};
