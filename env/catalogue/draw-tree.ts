import { type Candidate, mixHashes, rendezvous } from "#core/rendezvous.ts";
import { createRng } from "#core/rng.ts";
import type { TaskInfo } from "../host/episode-protocol.ts";

/** Tasks in groups of groups: a draw goes down from the root and chooses at each level by weight. */
export interface DrawTree extends Candidate {
  readonly children: readonly DrawTree[];
  /** Sum of the children's weights. */
  readonly total: number;
  /** Set on leaves. */
  readonly task?: TaskInfo;
}

/** A drawn task with the probability that it had. */
export interface DrawnTask {
  readonly task: TaskInfo;
  readonly probability: number;
}

/** Draws a task by rendezvous hashing at each level. @param key unsigned 32-bit integer @returns undefined from an empty tree */
export const drawFrom = (tree: DrawTree, key: number): DrawnTask | undefined => {
  let node = tree;
  let probability = 1;
  while (node.task === undefined) {
    const chosen = node.children[rendezvous(mixHashes(key, node.hash), node.children)];
    if (chosen === undefined) return undefined;
    probability *= chosen.weight / node.total;
    node = chosen;
  }
  return { task: node.task, probability };
};

/**
 * Builds a tree in which each task is drawn in proportion to its weight; tasks of weight 0 are left out.
 *
 * One more task changes a draw with a probability of at most twice its own share.
 */
export const weightedTree = (tasks: readonly TaskInfo[], weightOf: (task: TaskInfo) => number): DrawTree =>
  groupBy(
    tasks.flatMap((task) => (weightOf(task) > 0 ? [leaf(task, weightOf(task))] : [])),
    [BY_HASH],
  );

/**
 * Builds a tree in which kinds of tasks have declared shares; within a kind a family of faults is drawn by the mean weight of its tasks'
 * levels of difficulty, within a family an app likewise, and within an app a task by its own. A kind that is missing leaves its share to the others.
 */
export const balancedTree = (tasks: readonly TaskInfo[]): DrawTree =>
  groupBy(
    tasks.map((task) => leaf(task, LEVEL_WEIGHTS[task.difficulty] ?? 1)),
    [
      { nameOf: (node) => kindOf(taskOf(node)), weightOf: (kind) => KIND_SHARES[kind] as number },
      { nameOf: (node) => tagsLike(taskOf(node), "family:"), weightOf: meanWeight },
      { nameOf: (node) => tagsLike(taskOf(node), "app:"), weightOf: meanWeight },
      BY_HASH,
    ],
  );

/**
 * Weights of the levels of difficulty in balanced draws, by level: there is little to learn from what a glance shows, and most
 * families have such tasks.
 */
export const LEVEL_WEIGHTS: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 4, 4: 4, 5: 4 };

/** A level of a tree: names the group of a leaf, and weighs a group by its name, by the sum of its members' weights, or by its leaves. */
interface Level {
  readonly nameOf: (leaf: DrawTree) => string;
  readonly weightOf: (name: string, total: number, leaves: readonly DrawTree[]) => number;
}

const meanWeight: Level["weightOf"] = (_name, _total, leaves) => leaves.reduce((sum, { weight }) => sum + weight, 0) / leaves.length;

/** Deals leaves to at most 128 groups by the first bits of their hashes, so that a draw looks at two short lists. */
const BY_HASH: Level = { nameOf: ({ hash }) => `${hash >>> 25}`, weightOf: (_name, total) => total };

/** Shares of the kinds of tasks in balanced draws, in percent. */
export const KIND_SHARES: Readonly<Record<string, number>> = { healthy: 10, "multi-fault": 10, latent: 8, visible: 72 };

const kindOf = ({ tags }: TaskInfo): string => Object.keys(KIND_SHARES).find((kind) => tags.includes(kind)) ?? "visible";

const tagsLike = ({ tags }: TaskInfo, prefix: string): string =>
  [...new Set(tags.filter((tag) => tag.startsWith(prefix)))].sort().join("+");

const taskOf = (node: DrawTree): TaskInfo => node.task as TaskInfo;

const leaf = (task: TaskInfo, weight: number): DrawTree => ({ hash: hashOf(task.uri), weight, total: 0, children: [], task });

/** Groups leaves by the first level, the members of each group by the next, and so on. */
const groupBy = (leaves: readonly DrawTree[], [level, ...deeper]: readonly Level[]): DrawTree => {
  if (level === undefined) return parentOf(leaves);
  const groups = new Map<string, DrawTree[]>();
  for (const node of leaves) {
    const name = level.nameOf(node);
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [node]);
    else members.push(node);
  }
  return parentOf(
    [...groups].map(([name, members]) => {
      const group = groupBy(members, deeper);
      return { ...group, hash: hashOf(name), weight: level.weightOf(name, group.total, members) };
    }),
  );
};

const parentOf = (children: readonly DrawTree[]): DrawTree => {
  const total = children.reduce((sum, { weight }) => sum + weight, 0);
  return { hash: 0, weight: total, total, children };
};

const hashOf = (text: string): number => createRng(text).uint32();
