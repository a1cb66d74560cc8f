import { createRng } from "#core/rng.ts";

/** A member of a task, which splits are decided from. */
export interface SplitMember {
  readonly layer: string;
  readonly family: string;
  readonly target: string;
}

/** The split of a task. Finer parts of `eval` are tags. */
export interface SplitDecision {
  readonly split: "train" | "eval" | "holdout";
  /** Finer part of the split: `eval:target`, `eval:fault`, …; undefined in train. */
  readonly tag?: string;
}

/**
 * Decides the split of a task from all of its members: the strictest wins, so that near-duplicates stay in one split.
 *
 * A family's split is by hash, per layer, in the shares 70 / 15 / 15 and with at least one train family in each layer;
 * a target is held out of training by hash of the component's name in one of five cases.
 * @param families all families of each layer
 */
export const splitOf = (members: readonly SplitMember[], families: Readonly<Record<string, readonly string[]>>): SplitDecision => {
  const decisions = members.map((member) => memberSplit(member, families));
  return decisions.find(({ split }) => split === "holdout") ?? decisions.find(({ split }) => split === "eval") ?? { split: "train" };
};

const memberSplit = ({ layer, family, target }: SplitMember, families: Readonly<Record<string, readonly string[]>>): SplitDecision => {
  const split = familySplits(layer, families[layer] ?? [family])[family] ?? "train";
  if (split !== "train") return { split, tag: `${split}:fault` };
  return isHeldOutTarget(target) ? { split: "eval", tag: "eval:target" } : { split: "train" };
};

/**
 * Assigns a layer's families in an order drawn by hash. A layer with few families keeps the first for training; the
 * next goes to eval and the last to holdout as far as the shares and the number allow.
 */
const familySplits = (layer: string, families: readonly string[]): Readonly<Record<string, SplitDecision["split"]>> => {
  const ordered = [...new Set(families)].sort(
    (a, b) => hashOf(`family ${layer} ${a}`) - hashOf(`family ${layer} ${b}`) || (a < b ? -1 : 1),
  );
  const held = Math.floor(ordered.length * 0.15 + 0.5);
  const result: Record<string, SplitDecision["split"]> = {};
  ordered.forEach((family, i) => {
    const fromEnd = ordered.length - 1 - i;
    result[family] = fromEnd < held ? "holdout" : fromEnd < 2 * held ? "eval" : "train";
  });
  return result;
};

/** True for one in five components, by hash of the component's name: a Deployment and its Service stay together. */
const isHeldOutTarget = (target: string): boolean => hashOf(`target ${componentName(target)}`) % 5 === 0;

/** The component's part of a target's name: `deployment/mongodb-geo`, `service/geo` and `configmap/mongo-geo-script` give one name. */
const componentName = (target: string): string => {
  const name = target.slice(target.lastIndexOf("/") + 1);
  return name.replace(/^(mongodb|memcached|mongo)-/, "").replace(/-(script|config)$/, "");
};

const hashOf = (text: string): number => createRng(text).uint32();
