/** A yes/no question on a diagnosis. */
export interface JudgeQuestion {
  readonly dimension: "where" | "what" | "how much";
  readonly asks: string;
}

/** Questions by number: where the fault is, what it is, and how much is blamed. */
export const QUESTIONS = {
  "d1.1": { dimension: "where", asks: "Is at least one object that is truly at fault named as a cause?" },
  "d1.2": { dimension: "where", asks: "Is that object named, and is nothing called a cause that merely suffers from the fault?" },
  "d1.3": { dimension: "where", asks: "Is something blamed, and is each thing that is blamed truly at fault?" },
  "d2.1": { dimension: "what", asks: "Is the way in which things are wrong stated, for every true cause, as the writer's own conclusion?" },
  "d2.2": {
    dimension: "what",
    asks: "Is it stated, and backed for every true cause by a right detail, such as the setting with its value or the name of what is missing?",
  },
  "d2.3": { dimension: "what", asks: "Is a way of being wrong claimed at all, and is none claimed that is not there?" },
  "d3.1": { dimension: "how much", asks: "Is something blamed, and is nothing blamed beyond the true causes?" },
  "d3.2": { dimension: "how much", asks: "Is every object blamed that is truly at fault?" },
  "d3.3": {
    dimension: "how much",
    asks: "Does the harm that the text reports fit the true causes, and is at least some harm or the whole cause reported?",
  },
} as const satisfies Readonly<Record<string, JudgeQuestion>>;

/** Number of a question. */
export type QuestionId = keyof typeof QUESTIONS;

/** Numbers of all questions, in order. */
export const QUESTION_IDS = Object.keys(QUESTIONS) as readonly QuestionId[];

/** Weight of each dimension in the score. */
export const DIMENSION_WEIGHTS: Readonly<Record<JudgeQuestion["dimension"], number>> = { where: 0.33, what: 0.33, "how much": 0.34 };

/** Score from which on a diagnosis passes. */
export const PASS_SCORE = 0.7;
