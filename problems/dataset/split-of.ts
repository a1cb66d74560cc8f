import { createRng } from "#core/rng.ts";
import { FAMILY_SPLITS, type Split } from "./family-splits.ts";

/** A member of a task, which splits are decided from. */
export interface SplitMember {
  readonly app: string;
  readonly faultId: string;
  readonly family: string;
  readonly target: string;
}

/** The split of a task. Finer parts of `eval` are tags. */
export interface SplitDecision {
  readonly split: Split;
  /** Finer part of the split: `eval:target`, `eval:fault`, `eval:iid`, …; undefined in train. */
  readonly tag?: string;
}

/**
 * Decides the split of a task: the strictest of its members'.
 *
 * A member's split depends on its own app, fault, family and target alone, so that no other fault, target or change of a
 * chart moves it. Families are dealt 70 / 15 / 15; of the train families' targets one component in five is held out of
 * training, and of the rest one pair in ten, as the test on the same distribution.
 */
export const splitOf = (members: readonly SplitMember[]): SplitDecision => {
  const decisions = members.map(memberSplit);
  return decisions.find(({ split }) => split === "holdout") ?? decisions.find(({ split }) => split === "eval") ?? { split: "train" };
};

const memberSplit = ({ app, faultId, family, target }: SplitMember): SplitDecision => {
  const split = splitOfFamily(family);
  if (split !== "train") return { split, tag: `${split}:fault` };
  if (isHeldOutTarget(target)) return { split: "eval", tag: "eval:target" };
  return hashOf(`pair ${app} ${faultId} ${target}`) % 10 === 0 ? { split: "eval", tag: "eval:iid" } : { split: "train" };
};

/** The split of a fault family: its row in the table, else by hash of its name, 70 / 15 / 15. */
export const splitOfFamily = (family: string): Split => {
  const listed = FAMILY_SPLITS[family];
  if (listed !== undefined) return listed;
  const share = hashOf(`family ${family}`) % 100;
  return share < 70 ? "train" : share < 85 ? "eval" : "holdout";
};

/** True for one in five components, by hash of the component's name: a Deployment and its Service stay together. */
const isHeldOutTarget = (target: string): boolean => hashOf(`target ${componentName(target)}`) % 5 === 0;

/** The component's part of a target's name: `deployment/mongodb-geo`, `service/geo` and `configmap/mongo-geo-script` give one name. */
const componentName = (target: string): string => {
  const name = target.slice(target.lastIndexOf("/") + 1);
  return name.replace(/^(mongodb|memcached|mongo)-/, "").replace(/-(script|config)$/, "");
};

const hashOf = (text: string): number => createRng(text).uint32();
