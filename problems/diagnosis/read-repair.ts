import type { AppRecord } from "#kube/app/app.ts";
import { findSpans } from "./compile-words.ts";
import { findMentions } from "./find-mentions.ts";
import { claimOf } from "./name-resource.ts";
import type { Suspicion } from "./read-sentence.ts";
import { type CompiledMechanism, findMechanisms, type Vocabulary } from "./vocabulary.ts";
import type { Repaired } from "./weigh-report.ts";

/** Suspicions that a repair implies, on the component that it names or on those that are suspected already. */
export const suspectsIn = (
  sentence: string,
  suspected: readonly Suspicion[],
  { app, vocabulary }: { readonly app: AppRecord; readonly vocabulary: Vocabulary },
): readonly Suspicion[] => {
  const mechanism = firstRepaired(sentence, vocabulary);
  if (mechanism === undefined) return [];
  const named = findMentions(sentence, app)
    .filter(({ isAddress }) => !isAddress)
    .slice(0, 1);
  const mentions = named.length > 0 ? named : suspected.flatMap(({ mention }) => (mention === undefined ? [] : [mention]));
  return (mentions.length > 0 ? mentions : [undefined]).map((mention) => ({
    claim: claimOf(mechanism, mention, { sentence, app }),
    component: mention?.component,
    mention,
    isBlamed: false,
    isAlternative: false,
    isSecond: false,
  }));
};

/** Finds what a report's repairs are of: components, objects and mechanisms. */
export const repairedIn = (
  sentences: readonly string[],
  { app, vocabulary }: { readonly app: AppRecord; readonly vocabulary: Vocabulary },
): Repaired => {
  const mentions = sentences.flatMap((sentence) => findMentions(sentence.replace(RESTARTED, ""), app));
  const mechanisms = sentences.flatMap((sentence) => [
    ...findMechanisms(sentence, vocabulary).map(({ mechanism }) => mechanism),
    ...vocabulary.mechanisms.filter(({ repaired }) => findSpans(repaired, sentence).length > 0),
  ]);
  return {
    names: new Set(mentions.flatMap(({ component, resource }) => [component?.name ?? [], resource ?? []].flat())),
    mechanisms: new Set(mechanisms.map(({ id }) => id)),
  };
};

/** Restarts that follow a repair: what is only started anew was not broken. */
const RESTARTED = /\b(?:restart|roll(?! ?back)|bounce|recycle|re-?roll)(?:ing|s|ed)?\b.*/;

/** The mechanism whose repair the sentence names first. */
const firstRepaired = (sentence: string, { mechanisms }: Vocabulary): CompiledMechanism | undefined =>
  mechanisms
    .flatMap((mechanism) => findSpans(mechanism.repaired, sentence).map(({ from }) => ({ mechanism, from })))
    .sort((a, b) => a.from - b.from)[0]?.mechanism;
