import { UNSPECIFIED } from "#rewards/diagnosis-statement.ts";
import type { Suspicion } from "./read-sentence.ts";
import type { SectionRole } from "./split-sections.ts";

/** A suspicion with where in the report it stands. */
export interface PlacedSuspicion extends Suspicion {
  /** Number of its sentence. */
  readonly sentence: number;
  readonly role: SectionRole;
}

/** Facts about a report by which its suspicions are weighed. */
export interface Report {
  readonly sentences: number;
  /** Number of causes that it says there are; missing: it does not say. */
  readonly causes?: number | undefined;
  readonly repaired: Repaired;
}

/** Objects and mechanisms that a report's repairs are of. */
export interface Repaired {
  /** Names of components, and objects as `kind/name`. */
  readonly names: ReadonlySet<string>;
  /** Ids of mechanisms. */
  readonly mechanisms: ReadonlySet<string>;
}

/**
 * Chooses what a report commits to among all that it mentions: evidence, victims and symptoms are told in the same words as causes.
 *
 * A text of a sentence or two, or one that claims something in each, says no more than it means. In another a claim weighs by how often it is made, where, in which words,
 * and whether the repair is its own; as many are kept as causes are announced, or one.
 */
export const weighReport = (suspicions: readonly PlacedSuspicion[], report: Report): readonly PlacedSuspicion[] => {
  const specified = suspicions.filter(({ claim }) => claim.faultType !== UNSPECIFIED);
  const weights = new Map([...Map.groupBy(specified, keyOf)].map(([key, own]) => [key, weightOf(own, report)]));
  const most = report.causes ?? 1;
  const isList = new Set(specified.map(({ sentence }) => sentence)).size === report.sentences;
  if (report.sentences < SENTENCES_MIN || isList || weights.size <= most) return withoutEvidence(suspicions);
  const kept = chosenKeys(specified, weights, most);
  return suspicions.filter((suspicion) => suspicion.claim.faultType === UNSPECIFIED || kept.has(keyOf(suspicion)));
};

/** Drops what reads like another mechanism, where that one is named of the same object in the same sentence; a list of mechanisms is one. */
const withoutEvidence = (suspicions: readonly PlacedSuspicion[]): readonly PlacedSuspicion[] =>
  suspicions.filter(({ claim, sentence }) => {
    if (!READ_INTO_OTHERS.has(claim.faultType)) return true;
    const beside = suspicions.filter((other) => other.sentence === sentence && other.claim.resource === claim.resource);
    const others = new Set(beside.map((other) => other.claim.faultType).filter((type) => type !== UNSPECIFIED && type !== claim.faultType));
    const [only = claim.faultType] = others;
    return others.size !== 1 || READ_INTO_OTHERS.has(only);
  });

/** A text of fewer sentences is no report. */
const SENTENCES_MIN = 3;

const keyOf = ({ claim }: Suspicion): string => `${claim.resource} ${claim.faultType}`;

const weightOf = (own: readonly PlacedSuspicion[], { repaired }: Report): number => {
  const [{ claim, component }] = own as readonly [PlacedSuspicion];
  const times = new Set(own.map(({ sentence }) => sentence)).size;
  const isRepaired = repaired.names.has(claim.resource) || (component !== undefined && repaired.names.has(component.name));
  return (
    Math.min(times, 3) +
    Math.max(...own.map((one) => ROLE_WEIGHTS[one.role] + (one.isBlamed ? 2 : 0) + (isNamedAs(one) ? 1 : 0))) +
    (claim.resource === UNSPECIFIED ? -2 : 0) +
    (isRepaired ? 1 : 0) +
    (repaired.mechanisms.has(claim.faultType) ? 1 : 0) +
    (READ_INTO_OTHERS.has(claim.faultType) ? -1.5 : 0)
  );
};

const ROLE_WEIGHTS: Readonly<Record<SectionRole, number>> = { cause: 3, plain: 0, effect: -2, repair: -1, aside: -4 };

/** True where the text names the object with its kind. */
const isNamedAs = ({ claim, mention }: Suspicion): boolean =>
  mention?.resource === claim.resource || (mention?.kind !== undefined && claim.resource.startsWith(`${mention.kind}/`));

/** Mechanisms in whose words the evidence of others is told: an image, a variable, a limit stand in reports of other defects of a template. */
export const READ_INTO_OTHERS: ReadonlySet<string> = new Set([
  "image-reference-nonexistent",
  "command-wrong-binary",
  "env-wrong-port",
  "configmap-key-drift",
  "memory-limit-too-small",
  "liveness-probe-wrong-endpoint",
  "readiness-probe-wrong-endpoint",
  "node-selector-nonexistent",
  "anti-affinity-deadlock",
  "pvc-claim-mismatch",
]);

/**
 * The heaviest claims, no two of one object, and all that are as heavy as the last of these: a list of equals commits to each. A
 * mechanism that is told of two objects in different sentences is one of them.
 */
const chosenKeys = (suspicions: readonly PlacedSuspicion[], weights: ReadonlyMap<string, number>, most: number): ReadonlySet<string> => {
  const sentencesOf = (key: string): readonly number[] => suspicions.filter((one) => keyOf(one) === key).map(({ sentence }) => sentence);
  const kept: string[] = [];
  let least = 0;
  for (const [key, weight] of [...weights].sort(([, a], [, b]) => b - a)) {
    const [resource, mechanism] = key.split(" ");
    const isTaken = kept.some((other) => {
      const [otherResource, otherMechanism] = other.split(" ");
      if (otherResource === resource) return true;
      return otherMechanism === mechanism && !sentencesOf(key).some((sentence) => sentencesOf(other).includes(sentence));
    });
    if (isTaken || (kept.length >= most && weight < least)) continue;
    kept.push(key);
    least = weight;
  }
  return new Set(kept);
};
