import { CLAIM } from "../claim-words.ts";
import type { FaultWords } from "../fault-words.ts";

const PROVISIONER = "\\b(?:provisioner|local-path-provisioner)\\b";

const AWAY =
  "(?:\\bdown\\b|not running|does not run|doesn't run|isn't running|not up|unavailable|out of service|stopped|switched off|turned off|outage|no (?:running )?pods?\\b|no replicas?|absent|offline|dead|scaled (?:down|away|in|off))";

/** Words for what makes volumes and is not there, beside those for any workload without replicas. */
export const words: FaultWords = {
  on: "workload",
  patterns: [
    `${PROVISIONER}(?: (?:pod|deployment))?~${AWAY}(?:~(?:\\bto (?:zero|0)\\b(?: replicas?)?))?`,
    `${AWAY}~${PROVISIONER}`,
    `${CLAIM}[^;]{0,80}${PROVISIONER}(?: (?:pod|deployment))?~${AWAY}`,
    `${PROVISIONER}~${AWAY} (?:for|so that|so) [^,;]{0,40}${CLAIM}`,
    "(?:storage[- ])?provisioner[- ]outage",
  ],
  fixes: ["(?:start|scale|run|bring)~\\bprovisioner\\b"],
  canCause: ["pending"],
};
