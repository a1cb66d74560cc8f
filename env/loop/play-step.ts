import { matchDiagnosisText } from "#problems/diagnosis/match-text.ts";
import { normalisePairs } from "#problems/diagnosis/normalise-pairs.ts";
import type { Diagnosis } from "#rewards/diagnosis-statement.ts";
import type { ActionOutput } from "../actions/action.ts";
import { readFiring } from "../actions/alerts-of.ts";
import type { Library } from "../catalogue/library.ts";
import type { Action, ActionResult, EndReason, RewardReport, StepCommand, StepOutcome } from "../host/episode-protocol.ts";
import { answerBytes } from "../observations/observation-sizes.ts";
import { damageByWrites } from "./damage.ts";
import { endEpisode } from "./end-episode.ts";
import { cutShortEnding, isCutShort } from "./end-reasons.ts";
import { type Episode, elapsedMs } from "./episode.ts";
import { factsOf } from "./facts.ts";
import { idleCourse } from "./idle-course.ts";
import { watchLasting } from "./lasting-checks.ts";
import { renderObservation } from "./render-observation.ts";
import { resultOf, runAction } from "./run-action.ts";
import { skippedComponents } from "./skipped-components.ts";
import { isBroughtAbout, WORK_UNITS, withWork } from "./work-of-episode.ts";

/** Applies the actions of one step and scores it. The caller checks the index and serialises calls. */
export const playStep = async (episode: Episode, command: StepCommand, library: Library): Promise<StepOutcome> => {
  const malformedBefore = episode.malformed;
  // Nothing has happened since the agent saw the last observation.
  episode.firingBefore = (await readFiring(episode.slot.agent)) ?? episode.firingBefore;
  const { results, endReason: byAction } = await carryOut(episode, command, library);
  episode.stepIndex += 1;
  episode.actionsDone += Math.max(1, results.filter(({ status }) => status !== "SKIPPED").length);
  episode.results = results;
  const endReason = byAction ?? limitReached(episode);
  const malformedNow = episode.malformed - malformedBefore;
  const isOver = endReason !== undefined && !isCutShort(episode, endReason);
  const reward = isOver ? await endEpisode(episode, { endReason, malformedNow }, library) : await scoreStep(episode, malformedNow, library);
  if (endReason !== undefined && !isOver) episode.ending = cutShortEnding(endReason);
  const observation = await renderObservation(episode, command.views ?? episode.views, library);
  return {
    stepIndex: command.stepIndex,
    observation,
    results,
    reward,
    ...(episode.ending && { ending: episode.ending }),
    stateDigest: await episode.slot.digest(),
    ...(command.overran && { overran: true }),
  };
};

const carryOut = async (episode: Episode, { actions, overran }: StepCommand, library: Library): Promise<ActionsOutcome> => {
  if (overran) return refuseAll(actions);
  return (await passLatency(episode)) ? await runActions(episode, actions, library) : skipAll(actions);
};

/** Lets the time of the agent's thinking pass; false when the cluster has so much to do by itself that this is beyond the limit. */
const passLatency = async ({ noise, slot, limits }: Episode): Promise<boolean> => {
  try {
    // Where time is real the agent has taken its own; what falls due strikes all the same.
    await withWork(slot, WORK_UNITS.latency, () => noise.pass(slot.admin, slot.isRealTime ? 0 : limits.stepLatencyMs));
    return true;
  } catch (cause) {
    if (!isBroughtAbout(cause)) throw cause;
    return false;
  }
};

interface ActionsOutcome {
  readonly results: readonly ActionResult[];
  readonly endReason?: EndReason;
}

/** A cluster that has run wild cannot be mended any more: the episode ends and is graded. */
const skipAll = (actions: readonly Action[]): ActionsOutcome => ({
  results: actions.map(({ callId }, i) => skipped(callId ?? `a${i}`)),
  endReason: "UNRECOVERABLE",
});

/** Actions that nothing can carry out: they cost their episode its world, which ends as it was before. */
const refuseAll = (actions: readonly Action[]): ActionsOutcome => ({
  results: actions.map(({ callId }, i) => ({
    ...skipped(callId ?? `a${i}`),
    status: "TOOL_ERROR",
    errorCode: "WORK_LIMIT",
    content: OVERRAN,
  })),
  endReason: "UNRECOVERABLE",
});

const OVERRAN = "error: this kept the cluster busy beyond all limits; it was abandoned, and the episode is over";

const skipped = (callId: string): ActionResult => ({
  callId,
  status: "SKIPPED",
  content: "",
  hadEffect: false,
  truncated: false,
  virtualCostMs: 0,
});

const runActions = async (episode: Episode, actions: readonly Action[], library: Library): Promise<ActionsOutcome> => {
  const results: ActionResult[] = [];
  let endReason: EndReason | undefined;
  const maxBytes = answerBytes(episode.limits.maxObservationBytes, actions.length);
  for (const [i, action] of actions.entries()) {
    const callId = action.callId ?? `a${i}`;
    if (endReason !== undefined) {
      results.push(skipped(callId));
      continue;
    }
    const startMs = episode.slot.admin.clock.nowMs();
    const output = recordOutput(episode, await runAction(episode, action, library.toolsOf(episode.toolProfile)), library);
    results.push(resultOf(output, callId, episode.slot.admin.clock.nowMs() - startMs, maxBytes));
    endReason = endReasonOf(episode, output);
  }
  return endReason === undefined ? { results } : { results, endReason };
};

/** Records what an action shows about the agent: malformed calls, time-outs, its first diagnosis. */
const recordOutput = (episode: Episode, output: ActionOutput, library: Library): ActionOutput => {
  const isMalformed = output.status === "INVALID";
  episode.malformed += isMalformed ? 1 : 0;
  episode.malformedInARow = isMalformed ? episode.malformedInARow + 1 : 0;
  episode.stepTimeouts += output.status === "TIMEOUT" ? 1 : 0;
  if (output.diagnosis === undefined) return output;
  if (episode.diagnosis !== undefined)
    return { ...output, status: "TOOL_ERROR", content: "A diagnosis was submitted before; only the first one counts.", hadEffect: false };
  episode.diagnosis = claimsOf(output.diagnosis, episode, library);
  return output;
};

const claimsOf = ({ pairs, text }: NonNullable<ActionOutput["diagnosis"]>, { incident }: Episode, { vocabulary }: Library): Diagnosis => {
  const { app, namespace } = incident.place;
  return pairs !== undefined ? normalisePairs(pairs, namespace, { app, vocabulary }) : matchDiagnosisText(text ?? "", app, vocabulary);
};

const endReasonOf = (
  { profile, limits, malformedInARow, stepTimeouts, diagnosis }: Episode,
  output: ActionOutput,
): EndReason | undefined => {
  if (output.endsEpisode === true || (profile.endsWithDiagnosis && diagnosis !== undefined)) return "AGENT_SUBMITTED";
  if (malformedInARow >= limits.maxInvalidActions) return "INVALID_ACTION_LIMIT";
  return stepTimeouts >= limits.maxStepTimeouts ? "STEP_TIMEOUT" : undefined;
};

const limitReached = (episode: Episode): EndReason | undefined => {
  if (elapsedMs(episode) >= episode.limits.maxVirtualMs) return "VIRTUAL_TIME";
  return episode.stepIndex >= episode.limits.maxSteps ? "MAX_STEPS" : undefined;
};

/** Scores a step; a condition that cannot be judged ends the episode without a score, which would be wrong. */
const scoreStep = async (episode: Episode, malformedNow: number, library: Library): Promise<RewardReport> => {
  if (paysInAdvance(episode)) {
    episode.checks = await episode.judge.judge();
    const nowMs = episode.slot.admin.clock.nowMs();
    episode.lasting = watchLasting(episode.lasting, episode.checks, nowMs);
    episode.judgedAtMs = [...episode.judgedAtMs, nowMs];
  }
  const isDiagnosisDue = episode.diagnosis !== undefined && !episode.isDiagnosisScored;
  episode.isDiagnosisScored ||= isDiagnosisDue;
  await watchDamage(episode);
  const idle = hasChanged(episode) ? await idleCourse(episode) : undefined;
  const relations = library.relationsOf(episode.incident.place.app);
  const facts = factsOf(episode, { malformedNow, relations, damage: episode.damage.found, ...(idle && { idle }) });
  return isDiagnosisDue
    ? episode.ledger.book(["step", "diagnosis"], facts, await skippedComponents(episode))
    : episode.ledger.book(["step"], facts);
};

/** Looks at what the agent's writes have damaged so far, if there were more of them. */
const watchDamage = async (episode: Episode): Promise<void> => {
  const { profile, ledger, incident, slot } = episode;
  if (profile.binary || (ledger.base["collateral"] ?? 0) === 0) return;
  const atWrites = slot.audit().length;
  if (atWrites > episode.damage.atWrites) episode.damage = { atWrites, found: await damageByWrites(incident, slot) };
};

/** True if a condition has another lasting state than at the start, and what happens anyway can be told from what was done. */
const hasChanged = ({ lasting, incident }: Episode): boolean =>
  lasting.checks !== incident.checksAtStart &&
  incident.slot.fork !== undefined &&
  lasting.checks.some(({ held }, i) => held !== incident.checksAtStart[i]?.held);

/** True if steps are paid for what they mend, so that conditions are judged after each. */
const paysInAdvance = ({ profile, ledger }: Episode): boolean => !profile.binary && (ledger.base["mitigation"] ?? 0) > 0;
