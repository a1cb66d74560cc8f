import pLimit from "p-limit";
import { parseJson } from "#core/parse-json.ts";
import type { Action, RewardComponent } from "../../host/episode-protocol.ts";
import { parseTextAction } from "../../loop/parse-text-action.ts";
import type { EpisodeContext } from "./episode-context.ts";
import type { EpisodeEntry } from "./episode-entry.ts";

/** A model that is asked what it thinks of diagnoses, beside the rules that score them. */
export interface DiagnosisJudge {
  /** Longest wait for a verdict, ms; then there is none. */
  readonly timeoutMs: number;
  /** Judges a diagnosis. @param explanation of the episode @param argumentsJson of its submission @throws where there is no verdict, which says nothing about the diagnosis */
  judge(explanation: unknown, argumentsJson: string): Promise<JudgeVerdict>;
}

/** Verdict of a judge. */
export interface JudgeVerdict {
  /** From 0 to 1. */
  readonly score: number;
  /** JSON for trainers: the answers that the score is made of. */
  readonly detail: string;
}

/**
 * Returns what the judge says of an ended episode, as a component that no reward has. A verdict is kept with the episode; the
 * next call asks again where there was none.
 */
export const judgeEpisode = async (context: EpisodeContext, entry: EpisodeEntry): Promise<RewardComponent> => {
  const { judge } = context;
  if (judge === undefined) return without("SKIPPED", "this server has no judge");
  if (entry.score === undefined) return without("SKIPPED", "only an episode that has ended, with a score, is judged");
  const submitted = submittedIn(entry);
  if (submitted === undefined) return without("SKIPPED", "no diagnosis was submitted");
  entry.judgement ??= judge.judge(entry.score.explanation, submitted);
  try {
    const { score, detail } = await within(context, entry.judgement, judge.timeoutMs);
    return { name: NAME, value: score, weight: 0, contribution: 0, status: "SCORED", kind: "METRIC", detail };
  } catch (cause) {
    const reason = `no verdict: ${(cause as Error).message}`;
    if (!(cause instanceof LateError)) delete entry.judgement;
    context.log.warn("judge", { episode_id: entry.id, reason });
    return without("FAILED", reason);
  }
};

const NAME = "judge";

const without = (status: "SKIPPED" | "FAILED", detail: string): RewardComponent => ({
  name: NAME,
  weight: 0,
  status,
  kind: "METRIC",
  detail,
});

/** Lets a judge be asked about a few diagnoses at once; the others wait, and their waiting counts. */
export const limitJudge = (judge: DiagnosisJudge): DiagnosisJudge => {
  const limit = pLimit(ASKED_AT_ONCE);
  return { ...judge, judge: (explanation, argumentsJson) => limit(() => judge.judge(explanation, argumentsJson)) };
};

const ASKED_AT_ONCE = 16;

/** Arguments of the submission that counts: the first that says anything. */
const submittedIn = ({ steps }: EpisodeEntry): string | undefined => {
  const actions = steps.flatMap(({ body }) => (parseJson(body) as { readonly actions: readonly Action[] }).actions);
  return actions.map(callOf).find((call) => call?.name === "submit_diagnosis" && saysAnything(call.argumentsJson))?.argumentsJson;
};

const callOf = ({ body }: Action): { readonly name: string; readonly argumentsJson: string } | undefined => {
  if (body.kind === "tool") return body;
  const call = body.kind === "text" ? parseTextAction(body.text) : "";
  return typeof call === "string" ? undefined : call;
};

const saysAnything = (argumentsJson: string): boolean => {
  const { text, root_causes: causes } = Object(parseJson(argumentsJson)) as { readonly text?: unknown; readonly root_causes?: unknown };
  return causes !== undefined || typeof text === "string";
};

/** A verdict that may still come. */
class LateError extends Error {}

const within = async <T>({ clock }: EpisodeContext, verdict: Promise<T>, timeoutMs: number): Promise<T> => {
  verdict.catch(() => undefined); // whoever waits for it hears of it
  const { promise: late, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(timeoutMs, () => reject(new LateError(`the judge takes longer than ${timeoutMs / 1_000} s`)));
  try {
    return await Promise.race([verdict, late]);
  } finally {
    cancel();
  }
};
