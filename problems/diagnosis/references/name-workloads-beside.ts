import type { AppRecord } from "#kube/app/app.ts";

/**
 * Puts `deployment/` before the names of workloads that stand beside the app's, as "the Deployment geo-preview" or "geo-preview is a canary": a
 * component's name with an ending, and a word for what it is on either side. Pods, whose endings are hashes, are their workload's.
 */
export const nameWorkloadsBeside = (text: string, { components }: AppRecord): string => {
  const taken = new Set(components.map(({ name }) => name));
  const name = (word: string): string => {
    const isBeside = !taken.has(word) && !HASHED.test(word) && [...taken].some((own) => word.startsWith(`${own}-`));
    return isBeside ? `deployment/${word}` : word;
  };
  return text
    .replace(AFTER_KIND, (_all, kind: string, word: string) => `${kind}${name(word)}`)
    .replace(BEFORE_KIND, (_all, word: string) => name(word));
};

const NAME = "(?<![\\w./=-])([a-z0-9]+(?:-[a-z0-9]+)+)(?![\\w/=.-]*[\\w/=-]|:\\S)";

const KIND = "(?:deployments?|workloads?|canary|release candidate)";

const AFTER_KIND = new RegExp(`(\\b${KIND} (?:named |called )?)${NAME}`, "g");

const BEFORE_KIND = new RegExp(`${NAME}(?=,? (?:${KIND}\\b|(?:is|was|,) (?:an?|the|still an?) (?:[\\w-]+ ){0,2}(?:${KIND})\\b))`, "g");

/** A pod's name, or its ReplicaSet's. */
const HASHED = /-[a-f0-9]{6,10}$|-[a-z0-9]{8,10}-[a-z0-9]{5}$/;
