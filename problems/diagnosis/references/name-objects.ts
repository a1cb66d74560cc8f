import type { ObjectKind } from "#injectors/fault-words.ts";
import type { AppRecord } from "#kube/app/app.ts";
import { findKind } from "#kube/objects/custom-kinds.ts";

/**
 * Puts `kind/name`, with the kind's short name, behind the kinds of objects that stand before a name: "the claim data-0" becomes "the claim pvc/data-0". A name
 * has a hyphen or a digit, is a component's or a custom resource's, or is said to be one ("a secret named regcred"). A kind of which the
 * app has one custom resource means that. Autoscalers are called after what they scale, and a component's name behind one is that component's.
 */
export const nameObjects = (text: string, { components }: AppRecord): string => {
  const taken = new Set(components.map(({ name }) => name));
  const custom = [...new Set(components.flatMap(({ madeFrom }) => madeFrom ?? []))];
  const said = text.replace(REFUSED, "$1 quota/$2").replace(AMOUNTS, (all) => all.replaceAll(",", ""));
  return custom.reduce(nameOnlyOne, said).replace(TOKEN, (all: string, words: string, link: string, name: string) => {
    const isCalledAlike = taken.has(name) && kindIn(words) === "horizontalpodautoscaler";
    const isName = !isCalledAlike && (taken.has(name) || /[-\d]/.test(name) || / (?:named|called) $/.test(link));
    return isName && !KIND_WORD.test(name) ? `${words} ${shortNameOf(kindIn(words))}/${name}` : all;
  });
};

/** Puts `kind named name` where a kind stands that means this custom resource, whichever way round they are written. */
const nameOnlyOne = (text: string, resource: string): string => {
  const [kind = "", name = ""] = resource.split("/");
  const words = WORDS[kind as ObjectKind];
  if (words === undefined) return text;
  const said = `(?:${words})(?:(?:'s)? (?:cr|crd|custom resource|resource|object|manifest)\\b)?`;
  const around = `(?<![\\w./-])(?:${name} )?${said}(?:(?:/(?:[\\w-]+/)?| (?:named |called )?)${name}(?![\\w-]))?(?![\\w/-])`;
  return text.replace(new RegExp(around, "g"), `${kind} named ${name}`);
};

/** Words for kinds that have no reader of their own, longest first where one holds another. */
const WORDS: Readonly<Record<ObjectKind, string>> = {
  horizontalpodautoscaler: "horizontal ?pod ?autoscaler|hpa|autoscaler",
  cronjob: "cron ?job",
  job: "job",
  secret: "secret",
  resourcequota: "resource ?quota|quota",
  limitrange: "limit ?range",
  persistentvolumeclaim: "persistent ?volume ?claim|pvc|claim",
  persistentvolume: "persistent ?volume|pv",
  storageclass: "storage ?class",
  ingress: "ingress",
  poddisruptionbudget: "pod ?disruption ?budget|disruption budget|pdb",
  priorityclass: "priority ?class",
  serviceaccount: "service ?account",
  validatingwebhookconfiguration: "validating ?webhook(?: ?configuration)?",
  mutatingwebhookconfiguration: "mutating ?webhook(?: ?configuration)?",
  apiservice: "api ?service",
  tidbcluster: "tidb ?clusters?(?:\\.pingcap\\.com)?|tc",
};

/** True for a kind whose objects are named with the kind before the name. */
export const isObjectKind = (kind: string): kind is ObjectKind => kind in WORDS;

const TOKEN = new RegExp(
  `(?<![\\w./-])(${Object.values(WORDS).join("|")})(/| (?:object )?(?:named |called )?)([a-z0-9][a-z0-9.-]{0,60}[a-z0-9])(?![\\w/=]|:\\S)`,
  "g",
);

/** The API server's words for what a quota refuses: `exceeded quota: compute, requested: …`. */
const REFUSED = /\b((?:exceeded|failed) quota): ([a-z0-9][a-z0-9.-]{0,60}[a-z0-9])(?![\w/])/g;

/** The server's words for amounts, which belong to the refusal. */
const AMOUNTS = /,? requested: [^\s,]+(?:, used: [^\s,]+)?(?:, limited: [^\s,]+)?/g;

const KIND_WORD = new RegExp(`^(?:${Object.values(WORDS).join("|")})s?$`);

const PATTERNS = Object.entries(WORDS).map(([kind, words]) => [kind, new RegExp(`^(?:${words})$`)] as const);

/** The short name adds no words that patterns read. */
const shortNameOf = (kind: string): string => findKind(kind)?.shortNames[0] ?? kind;

const kindIn = (words: string): string => PATTERNS.find(([, pattern]) => pattern.test(words))?.[0] ?? words;
