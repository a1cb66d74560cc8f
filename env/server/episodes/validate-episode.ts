import { randomUUID } from "node:crypto";
import { DrillError } from "#core/drill-error.ts";
import type { StepOutcome } from "../../host/episode-protocol.ts";
import { type EpisodeContext, findEpisode } from "./episode-context.ts";
import { type EpisodeEntry, inTurn, type RecordedKube, type RecordedStep } from "./episode-entry.ts";
import type { Divergence, ValidateCheck, ValidateOrder, ValidateReply } from "./episode-orders.ts";
import { inAnyThread } from "./in-any-thread.ts";
import { poolFullError } from "./pool-full-error.ts";
import { replayEpisode } from "./replay-episode.ts";
import { assertStarted } from "./reset-episode.ts";
import { recordStep } from "./step-once.ts";

/** Replays an episode as a copy and compares the two. @throws DrillError POOL_FULL if no slot is free for the copy */
export const validateEpisode = async (context: EpisodeContext, order: ValidateOrder): Promise<ValidateReply> => {
  const entry = findEpisode(context, order.episodeId);
  const beganAtMs = performance.now();
  const permit = context.admission.tryAcquire();
  if (permit === undefined) throw poolFullError(context);
  try {
    const { steps, kube } = await inTurn(entry, async () => {
      assertStarted(entry);
      return { steps: [...entry.steps], kube: [...entry.kube] };
    });
    const findings: Finding[] = [];
    for (let i = 0; i < order.repeats && !(order.stopAtFirst && findings.length > 0); i++) {
      findings.push(...(await compareOnce(context, entry, { steps, kube }, order)));
    }
    return renderReply(order, findings, performance.now() - beganAtMs);
  } finally {
    permit.release();
  }
};

interface Finding {
  readonly check: ValidateCheck;
  readonly divergence?: Divergence;
  readonly error?: { readonly type: string; readonly data: string };
}

const DIVERGENCES_MAX = 100;

const compareOnce = async (
  context: EpisodeContext,
  entry: EpisodeEntry,
  { steps, kube }: { readonly steps: readonly RecordedStep[]; readonly kube: readonly RecordedKube[] },
  order: ValidateOrder,
): Promise<readonly Finding[]> => {
  const episodeId = `${entry.id}~check-${randomUUID()}`;
  try {
    const plan = { episodeId, command: entry.command, reseeds: entry.reseeds, steps, kube, everyView: true };
    const { started, outcomes, divergedAt } = await inAnyThread(context.clock, () => replayEpisode(context.worlds, plan));
    const findings = outcomes.flatMap((outcome, i) => compareStep(steps[i], outcome, order));
    return divergedAt === 0 ? [...findings, stateFinding(0, 0, entry.started?.stateDigest ?? "", started.stateDigest)] : findings;
  } catch (cause) {
    const { code, message } = DrillError.from(cause, { boundary: "the replay", fallback: "BUG" });
    return [{ check: "ACTIONS", error: { type: code, data: message } }];
  } finally {
    await context.host.close({ episodeId });
  }
};

const stateFinding = (stepIndex: number, virtualMs: number, expectedDigest: string, gotDigest: string): Finding => ({
  check: "STATE",
  divergence: { stepIndex, virtualMs, view: "state", expectedDigest, gotDigest },
});

const compareStep = (
  expected: RecordedStep | undefined,
  outcome: StepOutcome,
  { checks, rewardRelTolerance }: ValidateOrder,
): readonly Finding[] => {
  if (expected === undefined) return [];
  const got = recordStep(outcome, expected.body);
  const at = { stepIndex: outcome.stepIndex + 1, virtualMs: expected.virtualMs };
  const findings: Finding[] = [];
  if (checks.has("STATE") && got.stateDigest !== expected.stateDigest) {
    findings.push(stateFinding(at.stepIndex, at.virtualMs, expected.stateDigest, got.stateDigest));
  }
  if (checks.has("REWARD") && !isClose(expected.reward, got.reward, rewardRelTolerance)) {
    findings.push({
      check: "REWARD",
      divergence: { ...at, view: "reward", expectedDigest: `${expected.reward}`, gotDigest: `${got.reward}` },
    });
  }
  if (!checks.has("OBSERVATIONS")) return findings;
  for (const [i, [view, expectedDigest]] of expected.views.entries()) {
    const gotDigest = got.views[i]?.[1] ?? "";
    if (gotDigest !== expectedDigest) findings.push({ check: "OBSERVATIONS", divergence: { ...at, view, expectedDigest, gotDigest } });
  }
  return findings;
};

const isClose = (expected: number | undefined, got: number | undefined, tolerance: number): boolean => {
  if (expected === undefined || got === undefined) return expected === got;
  return Math.abs(expected - got) <= tolerance * Math.max(Math.abs(expected), Math.abs(got), 1e-9);
};

const renderReply = (order: ValidateOrder, findings: readonly Finding[], wallMs: number): ValidateReply => {
  const failed = (check: ValidateCheck): boolean => findings.some((finding) => finding.check === check);
  const divergences = findings
    .flatMap(({ divergence }) => (divergence === undefined ? [] : [divergence]))
    .sort((a, b) => a.stepIndex - b.stepIndex);
  return {
    ok: findings.length === 0,
    actionsReplayFailed: failed("ACTIONS"),
    rewardValidated: order.checks.has("REWARD") && !failed("ACTIONS"),
    rewardValidationFailed: failed("REWARD"),
    // Verdicts are compared by no check of their own: what they decide is in the reward.
    semanticsValidated: false,
    semanticsValidationFailed: failed("SEMANTICS"),
    divergences: divergences.slice(0, order.stopAtFirst ? 1 : DIVERGENCES_MAX),
    wallMs,
    errors: findings.flatMap(({ error }) => (error === undefined ? [] : [error])),
    buildMatch: true,
  };
};
