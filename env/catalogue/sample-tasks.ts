import type { Digest } from "#core/digest.ts";
import { DrillError } from "#core/drill-error.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import { mixHashes } from "#core/rendezvous.ts";
import { createRng } from "#core/rng.ts";
import type { TaskInfo } from "../host/episode-protocol.ts";
import type { SampleReply, SampleRequest, TaskDraw, TaskFilter } from "./catalogue-protocol.ts";
import { balancedTree, type DrawnTask, type DrawTree, drawFrom, weightedTree } from "./draw-tree.ts";

/**
 * Creates the sampler of a catalogue: equal requests give equal replies.
 *
 * Independent draws and their seeds depend on the seed, the position and the tasks' own names, so that another task in the
 * catalogue changes few of them. Orders keep the tasks that they share in the same sequence.
 * @param list lists the tasks that fit a filter
 * @param digestOf returns the digest of the catalogue, which cursors are bound to
 */
export const createSampler = (
  list: (filter: TaskFilter) => readonly TaskInfo[],
  digestOf: () => Digest,
): ((request: SampleRequest) => SampleReply) => {
  const kept = keepUpTo<string, DrawAt>(DRAWS_KEPT);
  return (request) => {
    const { kind, seed, n, cursor, repeats, filter, weights } = request;
    const create = KINDS[kind];
    if (create === undefined)
      throw new DrillError("CAPABILITY_MISSING", `the sampler ${kind} is not offered; there are ${Object.keys(KINDS).join(", ")}`);
    const digest = digestOf();
    const drawAt = kept(JSON.stringify([kind, filter, weights]), () => create(list(filter), weights));
    const start = parseCursor(cursor, digest);
    const draws: TaskDraw[] = [];
    for (let position = start; position < start + n; position++) {
      const drawn = drawAt(seed, position);
      if (drawn === undefined) return { draws: [], cursor: formatCursor(start, digest), seed };
      const [episodeSeed, groupId] = [seedFor(drawn.task, seed, position), groupIdOf(drawn.task, seed, position)];
      for (let r = 0; r < repeats; r++) draws.push({ taskUri: drawn.task.uri, seed: episodeSeed, groupId, probability: drawn.probability });
    }
    return { draws, cursor: formatCursor(start + n, digest), seed };
  };
};

/** Number of prepared draws that are kept: one for each kind, filter and set of weights in use. */
const DRAWS_KEPT = 32;

/** Draws with a seed at a position; undefined if there are no tasks. */
type DrawAt = (seed: string, position: number) => DrawnTask | undefined;

type CreateDraw = (tasks: readonly TaskInfo[], weights: SampleRequest["weights"]) => DrawAt;

const drawSequential: CreateDraw = (tasks) => (_seed, position) => {
  const task = tasks[position % tasks.length];
  return task && { task, probability: 1 };
};

const drawShuffled: CreateDraw = (tasks) => {
  const hashed = tasks.map((task) => ({ task, hash: createRng(task.uri).uint32() }));
  const orderOf = keepUpTo<string, readonly TaskInfo[]>(ORDERS_KEPT);
  return (seed, position) => {
    const order = orderOf(`${seed}/draw/pass ${Math.floor(position / tasks.length)}`, (pass) => {
      const key = createRng(pass).uint32();
      const scored = hashed.map(({ task, hash }) => ({ task, score: mixHashes(key, hash) }));
      return scored.sort((a, b) => a.score - b.score).map(({ task }) => task);
    });
    const task = order[position % tasks.length];
    return task && { task, probability: 1 / tasks.length };
  };
};

/** Number of drawn orders that are kept for each filter. */
const ORDERS_KEPT = 4;

const drawWeighted: CreateDraw = (tasks, weights) => {
  const tree = weightedTree(tasks, ({ tags }) => tags.reduce((sum, tag) => sum + (weights[tag] ?? 1), 0));
  if (tasks.length > 0 && tree.total === 0)
    throw new DrillError("FIELD_INVALID", "the weights leave no task", {
      violations: [{ field: "sampler.weights", description: "every task that fits has weight 0" }],
    });
  return drawsFrom(tree);
};

const drawsFrom =
  (tree: DrawTree): DrawAt =>
  (seed, position) =>
    drawFrom(tree, createRng(`${seed}/draw/position ${position}`).uint32());

const KINDS: Readonly<Record<string, CreateDraw>> = {
  BALANCED: (tasks) => drawsFrom(balancedTree(tasks)),
  UNIFORM: (tasks) => drawsFrom(weightedTree(tasks, () => 1)),
  SEQUENTIAL: drawSequential,
  SHUFFLED: drawShuffled,
  WEIGHTED: drawWeighted,
};

const formatCursor = (position: number, digest: Digest): string => `${position}@${markOf(digest)}`;

const markOf = (digest: Digest): string => digest.slice(-16);

const parseCursor = (cursor: string | undefined, digest: Digest): number => {
  if (cursor === undefined || cursor === "") return 0;
  const [position = "", mark] = cursor.split("@");
  if (/^\d{1,15}$/.test(position) && mark === markOf(digest)) return Number(position);
  const description = /^\d{1,15}@\w{16}$/.test(cursor)
    ? `is "${cursor}", of a catalogue with other tasks; begin anew without a cursor`
    : `is "${cursor}"; send back the cursor of a former reply`;
  throw new DrillError("FIELD_INVALID", `cursor ${description}`, { violations: [{ field: "sampler.cursor", description }] });
};

/** Draws a seed: those of training have the top bit clear, those of eval and holdout have it set, so that none is shared. */
const seedFor = ({ split }: TaskInfo, seed: string, position: number): string => {
  const rng = createRng(`${seed}/draw/seed ${position}`);
  const bits = ((BigInt(rng.uint32()) << 32n) | BigInt(rng.uint32())) & 0x7fff_ffff_ffff_ffffn;
  return `${split === "train" ? bits : bits | 0x8000_0000_0000_0000n}`;
};

const groupIdOf = ({ uri }: TaskInfo, seed: string, position: number): string => {
  const rng = createRng(`${seed}/draw/group ${position} ${uri}`);
  return `g-${hex(rng.uint32())}${hex(rng.uint32())}`;
};

const hex = (word: number): string => word.toString(16).padStart(8, "0");
