import type { FaultWords } from "../fault-words.ts";

const SIDECAR =
  "\\b(?:side-?cars?|side car|log[- ](?:shipper|forwarder|tail)\\w*|logger|helper container|second container)(?: container)?\\b";

/** Words for what does not come to its end. */
const ENDLESS =
  "(?:never|does not|doesn't|do not|don't|will not|won't|cannot|can't|not) (?:ever )?(?:ends?|finish(?:es)?|completes?|exits?|terminates?|stops?|ending|finishing|completing|exiting)";

/** Words for what runs. */
const RUN = "\\b(?:jobs?|runs?|cron ?jobs?|pods?|executions?)\\b";

export const words: FaultWords = {
  on: "cronjob",
  patterns: [
    "cron ?job[- ]sidecar[- ]never[- ]completes",
    "side-?cars?[- ]blocks?[- ](?:the )?(?:cron ?)?jobs?",
    `${SIDECAR}~\\b${ENDLESS}`,
    `${SIDECAR}~\\b(?:keeps?|keeping|blocks?|blocking|prevents?|preventing|stops?|holds? up|holding|hangs?|stalls?)~${RUN}(?:~(?:from (?:ending|finishing|completing|terminating)|open|alive|active|running))?`,
    `${SIDECAR}~(?:runs?|running|declared|defined|configured|moved|listed|is|was) (?:as |in(?:to)? |among |an? |the )*(?:ordinary|regular|normal|plain|main|app(?:lication)?)~containers?`,
    `${SIDECAR}~(?:not|rather than|instead of)~(?:native|init)`,
    `(?:ordinary|regular|normal|plain|non-native|long-running|endless|never-ending|blocking) ${SIDECAR}`,
    `${RUN}~\\b(?:${ENDLESS}|hangs?|stuck|stays? active|remains? active)~(?:because|since|due to|as|on|waiting for|while|by)~${SIDECAR}`,
  ],
  weak: [`\\b(?:cron ?)?jobs?\\b~\\b(?:${ENDLESS}|stays? active|remains? active)`, "jobalreadyactive"],
  fixes: [`(?:move|make|turn|convert|declare)\\w*~${SIDECAR}~(?:init|native)`, "native sidecar"],
};
