import type { MetadataRow } from "./metadata-features.ts";

/** A guess at the culprit from metadata alone. */
export interface MetadataRule {
  readonly name: string;
  /** Families whose symptom is what the rule looks at: they are not judged by it. */
  readonly symptomOf?: readonly string[];
  /** Kinds among which it chooses; missing: all. */
  readonly kind?: string;
  /** True: it chooses among those that were changed lately. Missing: among all. */
  readonly isAmongChanged?: true;
  /** Objects with the greatest score are guessed. */
  score(row: MetadataRow): number;
}

/** Families in which containers end again and again. */
const CRASHES: readonly string[] = [
  "command",
  "environment",
  "memory",
  "pod-dns",
  "port-conflict",
  "probe",
  "store-address",
  "store-auth",
  "store-connections",
];

/** Families in which pods wait, are refused or are not there. */
const UNSTARTED: readonly string[] = [
  "affinity",
  "claim",
  "cordon",
  "host-port",
  "image",
  "init-container",
  "lifecycle-hook",
  "node-selector",
  "operator-replicas",
  "pod-security",
  "priority",
  "provisioner",
  "quota",
  "replicas",
  "resource-request",
  "secret",
  "service-account",
  "taint",
  "webhook",
  "update-strategy",
  "volume-access",
];

/** The rules, the one-line rule first. */
export const METADATA_RULES: readonly MetadataRule[] = [
  {
    name: "Deployment with generation > 1, else newest resourceVersion",
    // Every Deployment has a past, so that it always guesses one; that this kind is broken more often is no secret.
    kind: "Deployment",
    score: ({ kind, features }) => (kind === "Deployment" && features.generation > 1 ? 1e12 : 0) + features.resourceVersion,
  },
  { name: "newest resourceVersion", score: ({ features }) => features.resourceVersion },
  { name: "highest generation", kind: "Deployment", score: ({ features }) => features.generation },
  { name: "last managed", score: ({ features }) => -ageOrNever(features.lastManagedS) },
  { name: "Service that was managed when little else was", kind: "Service", score: ({ features }) => -features.managedAtOnce },
  { name: "youngest pod", kind: "Deployment", score: ({ features }) => -ageOrNever(features.youngestPodS) },
  { name: "most restarts", symptomOf: CRASHES, kind: "Deployment", score: ({ features }) => features.restarts },
  {
    name: "most recent event",
    symptomOf: [...CRASHES, ...UNSTARTED],
    kind: "Deployment",
    score: ({ features }) => -ageOrNever(features.lastEventS),
  },
  {
    name: "most roll-out events among those that have some",
    isAmongChanged: true,
    kind: "Deployment",
    score: ({ features }) => features.changeEvents,
  },
  { name: "most recent roll-out event", kind: "Deployment", score: ({ features }) => -ageOrNever(features.lastChangeEventS) },
];

/**
 * True for a workload that somebody rolled out or scaled in the last half hour, the longest time between an injection and the start.
 *
 * That one was not touched tells that no fault came into it.
 */
export const isChangedLately = ({ features }: MetadataRow): boolean => features.changeEvents > 0 && features.lastChangeEventS <= 1800;

const ageOrNever = (seconds: number): number => (seconds < 0 ? 1e9 : seconds);

/** Share of one guess that hits, and that of a guess at random, both 0..1; undefined where the rule cannot name the culprit. */
export const judgeRule = (
  rows: readonly MetadataRow[],
  { kind, isAmongChanged, score }: MetadataRule,
): { readonly hit: number; readonly chance: number } | undefined => {
  const candidates = rows.filter(
    (row) => (kind === undefined || row.kind === kind) && (isAmongChanged === undefined || isChangedLately(row)),
  );
  const culprits = candidates.filter(({ isCulprit }) => isCulprit).length;
  if (culprits === 0) return undefined;
  const scores = candidates.map(score);
  const most = Math.max(...scores);
  const guessed = candidates.filter((_, i) => scores[i] === most);
  return { hit: guessed.filter(({ isCulprit }) => isCulprit).length / guessed.length, chance: culprits / candidates.length };
};
