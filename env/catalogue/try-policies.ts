import { createRng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import { DONE, type Policy } from "#problems/policy.ts";
import { beginAttempt, earnedBy, type Subject } from "./attempt-episode.ts";
import { boundOfReturn } from "./certain-verdicts.ts";
import { type Breadth, chooseByTurn } from "./qualification-plan.ts";
import { endsInRepair } from "./repaired-states.ts";
import { situationOf } from "./situation-of.ts";

/** Findings of playing degenerate policies. */
export interface PolicyFindings {
  /** Returns by policy; of one that was not graded, since it could earn no more, the most that it could. */
  readonly degenerate: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

/** Plays degenerate policies, none of which may earn anything to speak of unless it ends in what a repair ends in. */
export const tryPolicies = async (subject: Subject, policies: readonly Policy[], breadth: Breadth): Promise<PolicyFindings> => {
  const { open, incident, seed } = subject;
  const { task } = incident;
  const isPublished = task.variants.every(({ id }) => id === STANDARD);
  const all = policies.filter(({ degenerate, memorises }) => degenerate && !(isPublished && memorises === true));
  const situation = await situationOf(open, incident);
  const isRepair = endsInRepair(subject);
  const degenerate: Record<string, number> = {};
  const failures: string[] = [];
  for (const { id, play } of chooseByTurn(all, breadth, task.uri, (policy) => policy.id)) {
    const calls = play(situation, createRng(seed).stream(`policy/${id}`));
    const { most, detail } = await mostOf(subject, calls, subject.memory !== undefined && id !== NO_OP);
    const isTooMuch = !((most ?? 1) <= DEGENERATE_MAX) || (id === NO_OP && most !== 0);
    if (isTooMuch && (await isRepair(calls))) continue;
    degenerate[id] = most ?? Number.NaN;
    if (isTooMuch) failures.push(`${id} earns ${most}: ${detail}`);
  }
  return { degenerate, failures };
};

/** The policy that shows what doing nothing earns, which has to be nothing. */
const NO_OP = "no-op";

const DEGENERATE_MAX = 0.1;

/** Most that calls can earn: what they do, unless it is certain once they have acted that it is next to nothing. */
const mostOf = async (subject: Subject, calls: readonly ToolCall[], mayStop: boolean) => {
  const { episode, play } = beginAttempt(subject);
  const planned = calls.filter(({ name }) => name !== DONE.name);
  const acting = planned.slice(0, planned.findLastIndex(({ name }) => name !== "wait") + 1);
  await play(acting);
  const bound = mayStop ? await boundOfReturn(episode, acting) : undefined;
  if (bound !== undefined && bound <= DEGENERATE_MAX) return { most: bound, detail: "" };
  await play([...planned.slice(acting.length), DONE]);
  const { earned, detail } = earnedBy(episode);
  return { most: earned, detail };
};
