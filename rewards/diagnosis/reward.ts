import { answerNineQuestions, passesNineQuestions } from "../nine-questions.ts";
import { defineReward } from "../reward.ts";
import { scoreDiagnosis } from "../score-diagnosis.ts";
import { describeDiagnosis } from "./describe-diagnosis.ts";

/** F1 of the first submitted root causes, with partial credit for near misses. No submission earns nothing. */
export default defineReward({
  name: "diagnosis",
  kind: "TERMINAL",
  at: "diagnosis",
  range: [0, 1],
  score: ({ diagnosis, truth, relations, truthDetails = {} }) => {
    if (diagnosis === undefined) return { kind: "scored", value: 0, passed: false, detail: "no diagnosis was submitted" };
    const passed = passesNineQuestions(answerNineQuestions(diagnosis, truth, relations, truthDetails));
    const detail = describeDiagnosis(diagnosis, truth, relations, truthDetails);
    return { kind: "scored", value: scoreDiagnosis(diagnosis, truth, relations, truthDetails), passed, detail };
  },
});
