import { createRng } from "#core/rng.ts";
import type { FirstLookSample } from "./draw-first-looks.ts";
import { areaUnderCurve, trainBoosting } from "./gradient-boosting.ts";

/** Findings about what first observations give away. */
export interface FirstLookFindings {
  readonly healthy: number;
  readonly faulty: number;
  /** Share of the healthy and of the faulty episodes that begin without a firing alert. */
  readonly silentHealthy: number;
  readonly silentFaulty: number;
  /** Area under the ROC curve of a classifier of words, healthy against faulty: all of the text, and the report alone. */
  readonly auc: number;
  readonly aucOfReport: number;
  /** Hits of a classifier that names the culprit among the app's components, and those of a guess at random. */
  readonly culprit: Readonly<Record<"all" | "silent", CulpritFindings>>;
}

interface CulpritFindings {
  readonly incidents: number;
  readonly top1: number;
  readonly chance: number;
}

/**
 * Trains gradient-boosted trees on the words of first observations, and tests them on others.
 *
 * The culprit is judged in all episodes, and in those that begin without a firing alert: an alert names its symptom by design.
 */
export const classifyFirstLooks = (samples: readonly FirstLookSample[]): FirstLookFindings => {
  const healthy = samples.filter(({ isHealthy }) => isHealthy);
  const faulty = samples.filter(({ isHealthy }) => !isHealthy);
  const silentShare = (some: readonly FirstLookSample[]): number => some.filter(isSilent).length / some.length;
  return {
    healthy: healthy.length,
    faulty: faulty.length,
    silentHealthy: silentShare(healthy),
    silentFaulty: silentShare(faulty),
    auc: aucOf(samples, (text) => text),
    aucOfReport: aucOf(samples, reportOf),
    culprit: { all: nameCulprits(faulty), silent: nameCulprits(faulty.filter(isSilent)) },
  };
};

/** True for an observation that tells of no firing alert. */
export const isSilent = ({ text }: FirstLookSample): boolean => text.includes("Alerts: none firing.");

/** Lines of the instruction and the report, without the alerts and the budget. */
const reportOf = (text: string): string => text.split("\nAlerts")[0] ?? "";

const FOLDS = 5;

/** Words whose number of texts is below this are left out. */
const TEXTS_MIN = 5;

/** Scores each sample by a classifier that was trained on the other folds. */
const aucOf = (samples: readonly FirstLookSample[], partOf: (text: string) => string): number => {
  const bags = samples.map((sample) => wordsOf(maskNames(partOf(sample.text), sample)));
  const vocabulary = [
    ...Map.groupBy(
      bags.flatMap((bag) => [...bag.keys()]),
      (word) => word,
    ),
  ]
    .filter(([, uses]) => uses.length >= TEXTS_MIN)
    .map(([word]) => word);
  const rows = bags.map((bag) => [bag.get(ALERTS) ?? 0, ...vocabulary.map((word) => bag.get(word) ?? 0)]);
  const labels = samples.map(({ isHealthy }) => (isHealthy ? 0 : 1));
  return areaUnderCurve(
    crossValidate(
      rows,
      labels,
      samples.map(({ incident }) => incident),
    ),
    labels,
  );
};

/** Scores of all rows, each by a classifier of the other folds; rows of one group are in one fold. */
const crossValidate = (
  rows: readonly (readonly number[])[],
  labels: readonly number[],
  groups: readonly (number | string)[],
): readonly number[] => {
  const rng = createRng("folds");
  const foldOf = new Map([...new Set(groups)].map((group) => [group, rng.stream(`${group}`).int(0, FOLDS - 1)]));
  const folds = groups.map((group) => foldOf.get(group));
  const classifiers = Array.from({ length: FOLDS }, (_, fold) => {
    const training = rows.map((_row, i) => i).filter((i) => folds[i] !== fold);
    return trainBoosting(
      training.map((i) => rows[i] as readonly number[]),
      training.map((i) => labels[i] as number),
    );
  });
  return rows.map((row, i) => classifiers[folds[i] as number]?.(row) ?? 0);
};

/** Names differ between applications and variants, and say nothing of how things are. */
const maskNames = (text: string, { components }: FirstLookSample): string =>
  [...components].sort((a, b) => b.length - a.length).reduce((masked, name) => masked.replaceAll(name, "component"), text);

/** Key of the number of firing alerts. */
const ALERTS = "#alerts";

const wordsOf = (text: string): ReadonlyMap<string, number> => {
  const bag = new Map<string, number>();
  const add = (word: string, count = 1): void => void bag.set(word, (bag.get(word) ?? 0) + count);
  add(ALERTS, Number(/Alerts \((\d+) firing\)/.exec(text)?.[1] ?? 0));
  const words = text.toLowerCase().match(/[a-z]+|\d+(?:\.\d+)?/g) ?? [];
  for (const [i, word] of words.entries()) {
    const own = shapeOf(word);
    add(own);
    if (i > 0) add(`${shapeOf(words[i - 1] as string)} ${own}`);
  }
  return bag;
};

/** A number is reduced to its size; zero stays itself. */
const shapeOf = (word: string): string =>
  /^\d/.test(word) ? (Number(word) === 0 ? "0" : `10^${Math.floor(Math.log10(Number(word)))}`) : word;

const nameCulprits = (samples: readonly FirstLookSample[]): CulpritFindings => {
  const contested = samples.filter(({ culprits, components }) => culprits.size > 0 && culprits.size < components.length);
  const rows = contested.flatMap((sample) => sample.components.map((name) => mentionsOf(name, sample)));
  const labels = contested.flatMap(({ components, culprits }) => components.map((name) => (culprits.has(name) ? 1 : 0)));
  const groups = contested.flatMap(({ components }, i) => components.map(() => i));
  if (rows.length === 0) return { incidents: 0, top1: Number.NaN, chance: Number.NaN };
  const scores = crossValidate(rows, labels, groups);
  const judged = contested.map(({ components, culprits }, i) => {
    const own = scores.filter((_, row) => groups[row] === i);
    const most = Math.max(...own);
    const guessed = components.filter((_, at) => own[at] === most);
    return { hit: guessed.filter((name) => culprits.has(name)).length / guessed.length, chance: culprits.size / components.length };
  });
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { incidents: judged.length, top1: mean(judged.map(({ hit }) => hit)), chance: mean(judged.map(({ chance }) => chance)) };
};

/** Numbers of the lines in which a component is named, by what else they say. */
const mentionsOf = (name: string, { text }: FirstLookSample): readonly number[] => {
  const lines = text.split("\n").filter((line) => new RegExp(`(?<![a-z0-9-])${name}(?![a-z]|-[a-z])`).test(line));
  return [lines.length, ...TOLD.map((word) => lines.filter((line) => line.includes(word)).length)];
};

const TOLD: readonly string[] = [
  " UTC. ",
  "HighRequestErrorRate",
  "HighRequestLatency",
  "DeploymentNotReady",
  "KubePodNotReady",
  "PodStatusError",
  "PendingPodsDetected",
  "ServiceEndpointDown",
  "ContainerCPUThrottling",
];
