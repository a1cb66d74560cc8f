import { type DiagnosisJudge, limitJudge } from "#env/server/episodes/judge-episode.ts";
import type { ModelSettings } from "../llm/chat-endpoint.ts";
import { judgedCase } from "./case-of.ts";
import { judgeDiagnosis } from "./judge-diagnosis.ts";

/** Creates the judge of a server from a model; it has the time of one answer for all its tries. */
export const createServerJudge = (settings: ModelSettings): DiagnosisJudge =>
  limitJudge({
    timeoutMs: settings.timeoutMs,
    judge: async (explanation, argumentsJson) => {
      const judged = judgedCase(explanation, argumentsJson);
      if (judged === undefined) throw new Error("the truth of the episode is not known");
      const { verdict, failure } = await judgeDiagnosis(settings, judged);
      if (verdict === undefined) throw new Error(failure);
      return { score: verdict.score, detail: JSON.stringify({ model: settings.model, verdict }) };
    },
  });
