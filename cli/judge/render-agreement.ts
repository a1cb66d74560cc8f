import { cohensKappa } from "#core/cohens-kappa.ts";
import type { JudgedEpisode } from "./judge-folder.ts";

/** Tells what a judge said, and how far it agrees with the rules. */
export const renderAgreement = (episodes: readonly JudgedEpisode[], model: string): string => {
  const { judged, failed, passed, both, agree, kappa } = agreementOf(episodes);
  return [
    `Judged by ${model}: ${judged} diagnoses, ${passed} passed${failed === 0 ? "" : `; ${failed} have no verdict, since the judge failed`}`,
    ...(both === 0 ? [] : [`The rules agree in ${agree} of ${both}${kappa === undefined ? "" : ` (Cohen's κ ${kappa.toFixed(2)})`}`]),
  ].join("\n");
};

/** Counts of verdicts and of agreement. */
export interface Agreement {
  readonly judged: number;
  /** Number without a verdict. */
  readonly failed: number;
  readonly passed: number;
  /** Number that the rules have judged too. */
  readonly both: number;
  readonly agree: number;
  /** Undefined: all have one label, so that no agreement is beyond chance. */
  readonly kappa: number | undefined;
}

/** Counts on which diagnoses a judge and the rules agree. */
export const agreementOf = (episodes: readonly JudgedEpisode[]): Agreement => {
  const verdicts = episodes.flatMap(({ judgement: { verdict }, byRules }) =>
    verdict === undefined ? [] : [{ passed: verdict.passed, byRules }],
  );
  const pairs = verdicts.flatMap(({ passed, byRules }) => (byRules === undefined ? [] : [[`${passed}`, `${byRules}`] as const]));
  const kappa = cohensKappa(pairs);
  return {
    judged: verdicts.length,
    failed: episodes.length - verdicts.length,
    passed: verdicts.filter(({ passed }) => passed).length,
    both: pairs.length,
    agree: pairs.filter(([judge, rules]) => judge === rules).length,
    kappa: Number.isFinite(kappa) ? kappa : undefined,
  };
};
