import type { Ending, EndReason, RewardReport } from "../host/episode-protocol.ts";
import type { Episode } from "./episode.ts";

/** Meaning of each end reason: an end that is graded terminates the episode, one without a grade truncates it. */
export const END_REASONS: Readonly<Record<EndReason, { readonly graded: boolean; readonly blame: Ending["blame"] }>> = {
  GOAL_REACHED: { graded: true, blame: "POLICY" },
  AGENT_SUBMITTED: { graded: true, blame: "POLICY" },
  AGENT_STOPPED: { graded: true, blame: "POLICY" },
  UNRECOVERABLE: { graded: true, blame: "POLICY" },
  SAFETY_STOP: { graded: true, blame: "POLICY" },
  MAX_STEPS: { graded: true, blame: "POLICY" },
  VIRTUAL_TIME: { graded: true, blame: "POLICY" },
  WALL_CLOCK: { graded: true, blame: "POLICY" },
  STEP_TIMEOUT: { graded: true, blame: "POLICY" },
  INVALID_ACTION_LIMIT: { graded: true, blame: "POLICY" },
  CLIENT_CLOSED: { graded: false, blame: "CLIENT" },
  LEASE_EXPIRED: { graded: false, blame: "CLIENT" },
  EVICTED: { graded: false, blame: "OPERATOR" },
  SERVER_DRAINED: { graded: false, blame: "OPERATOR" },
  ENV_ERROR: { graded: false, blame: "INFRASTRUCTURE" },
  SLOT_LOST: { graded: false, blame: "INFRASTRUCTURE" },
  ORACLE_ERROR: { graded: false, blame: "INFRASTRUCTURE" },
};

/** Ends by the length of an episode, which a learner that bootstraps may ask to have ungraded. */
const TIME_LIMITS: ReadonlySet<EndReason> = new Set(["MAX_STEPS", "VIRTUAL_TIME", "WALL_CLOCK"]);

/** True if the episode asked for time limits without a grade, and this is one. */
export const isCutShort = ({ timeLimit }: Episode, endReason: EndReason): boolean =>
  timeLimit === "truncated" && TIME_LIMITS.has(endReason);

/** Ending at a time limit without a grade: the rewards so far are valid, and the value of the last state may be bootstrapped. */
export const cutShortEnding = (endReason: EndReason): Ending => ({
  terminated: false,
  truncated: true,
  endReason,
  sampleValid: true,
  blame: END_REASONS[endReason].blame,
});

/** Ending of an episode without a score. */
export const unscoredEnding = (endReason: EndReason): Ending => ({
  terminated: false,
  truncated: true,
  endReason,
  sampleValid: false,
  blame: END_REASONS[endReason].blame,
});

/** Report without a reward: no valid score exists, which is not the same as 0. */
export const unscoredReport = ({ profile }: Episode): RewardReport => ({ components: [], profile: profile.name, profileDigest: "" });
