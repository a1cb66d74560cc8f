import { z } from "zod";
import { DIMENSION_WEIGHTS, PASS_SCORE, QUESTION_IDS, QUESTIONS, type QuestionId } from "./questions.ts";

/** Answer of a judge to one question. */
const answerSchema = z.object({
  yes: z.boolean(),
  /** Words of the diagnosis that it rests on; empty: there are none. */
  evidence: z.string().default(""),
  /** From 0 to 1. */
  confidence: z.number().min(0).max(1).optional(),
});

/** Answers as a judge writes them: all nine. */
export const answersSchema = z.object({
  answers: z.object(Object.fromEntries(QUESTION_IDS.map((id) => [id, answerSchema])) as Record<QuestionId, typeof answerSchema>),
});

/** Answers of a judge to all questions. */
export type JudgeAnswers = z.output<typeof answersSchema>["answers"];

/** Verdict of a judge, computed from its answers. */
export interface Verdict {
  /** Share of Yes in each dimension. */
  readonly dimensions: Readonly<Record<string, number>>;
  /** Weighted sum of the shares, 0 to 1. */
  readonly score: number;
  readonly passed: boolean;
  readonly answers: JudgeAnswers;
}

/** Record of a judge's work on one episode. */
export interface Judgement {
  readonly trajectory_id: string;
  readonly model: string;
  /** Absent: the judge has failed, which says nothing about the diagnosis. */
  readonly verdict?: Verdict;
  /** Reason for which there is no verdict. */
  readonly failure?: string;
}

/** Computes the verdict; a judge never says it. */
export const verdictOf = (answers: JudgeAnswers): Verdict => {
  const dimensions = Object.fromEntries(Object.keys(DIMENSION_WEIGHTS).map((name) => [name, shareOf(answers, name)]));
  const score = Object.entries(DIMENSION_WEIGHTS).reduce((sum, [name, weight]) => sum + weight * (dimensions[name] ?? 0), 0);
  return { dimensions, score: Math.round(score * 1e4) / 1e4, passed: score >= PASS_SCORE, answers };
};

const shareOf = (answers: JudgeAnswers, dimension: string): number => {
  const ids = QUESTION_IDS.filter((id) => QUESTIONS[id].dimension === dimension);
  return ids.filter((id) => answers[id].yes).length / ids.length;
};
