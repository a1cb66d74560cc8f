import { digestText, shortDigest } from "#core/digest.ts";
import { DrillError } from "#core/drill-error.ts";
import { createRng, type Rng } from "#core/rng.ts";
import type { TaskInfo } from "../host/episode-protocol.ts";
import type { SampleReply, SampleRequest, TaskDraw } from "./catalogue-protocol.ts";

/** Draws tasks: equal requests give equal replies. The cursor is the number of draws made so far. */
export const sampleTasks = (tasks: readonly TaskInfo[], { kind, seed, n, cursor, repeats, weights }: SampleRequest): SampleReply => {
  const start = parseCursor(cursor);
  const draw = DRAWS[kind];
  if (draw === undefined)
    throw new DrillError("CAPABILITY_MISSING", `the sampler ${kind} is not offered; there are ${Object.keys(DRAWS).join(", ")}`);
  const rng = createRng(seed).stream("draw");
  const draws: TaskDraw[] = [];
  for (let i = 0; i < (tasks.length === 0 ? 0 : n); i++) {
    const position = start + i;
    const { task, probability } = draw(tasks, position, rng, weights);
    const group = shortDigest(digestText(`${seed} ${position} ${task.uri}`), 16);
    const episodeSeed = seedFor(task, rng.stream(`seed ${position}`));
    for (let r = 0; r < repeats; r++) draws.push({ taskUri: task.uri, seed: episodeSeed, groupId: `g-${group}`, probability });
  }
  return { draws, cursor: `${start + (tasks.length === 0 ? 0 : n)}`, seed };
};

type Draw = (
  tasks: readonly TaskInfo[],
  position: number,
  rng: Rng,
  weights: Readonly<Record<string, number>>,
) => { readonly task: TaskInfo; readonly probability: number };

const parseCursor = (cursor: string | undefined): number => {
  const position = cursor === undefined || cursor === "" ? 0 : Number(cursor);
  if (Number.isSafeInteger(position) && position >= 0) return position;
  const description = `cursor is "${cursor}"; send back the cursor of a former reply`;
  throw new DrillError("FIELD_INVALID", description, { violations: [{ field: "sampler.cursor", description }] });
};

const pickAt = (tasks: readonly TaskInfo[], index: number): TaskInfo => tasks[index] as TaskInfo;

/** Draws by tag: a task weighs the product of its tags' weights, 1 for tags without one. */
const drawWeighted: Draw = (tasks, position, rng, weights) => {
  const shares = tasks.map(({ tags }) => tags.reduce((product, tag) => product * Math.max(0, weights[tag] ?? 1), 1));
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (total <= 0)
    throw new DrillError("FIELD_INVALID", "the weights leave no task", {
      violations: [{ field: "sampler.weights", description: "every task that fits has weight 0" }],
    });
  const drawn = rng.stream(`position ${position}`).fraction() * total;
  const ends = runningSums(shares);
  const index = ends.findIndex((end) => drawn < end);
  const chosen = index < 0 ? shares.length - 1 : index;
  return { task: pickAt(tasks, chosen), probability: (shares[chosen] as number) / total };
};

const runningSums = (shares: readonly number[]): readonly number[] => {
  let sum = 0;
  return shares.map((share) => {
    sum += share;
    return sum;
  });
};

const DRAWS: Readonly<Record<string, Draw>> = {
  UNIFORM: (tasks, position, rng) => ({ task: rng.stream(`position ${position}`).pick(tasks), probability: 1 / tasks.length }),
  SEQUENTIAL: (tasks, position) => ({ task: pickAt(tasks, position % tasks.length), probability: 1 }),
  SHUFFLED: (tasks, position, rng) => {
    const pass = Math.floor(position / tasks.length);
    return { task: pickAt(rng.stream(`pass ${pass}`).shuffle(tasks), position % tasks.length), probability: 1 / tasks.length };
  },
  WEIGHTED: drawWeighted,
};

/** Draws a seed: those of training have the top bit clear, those of eval and holdout have it set, so that none is shared. */
const seedFor = ({ split }: TaskInfo, rng: Rng): string => {
  const low = (BigInt(rng.uint32()) << 32n) | BigInt(rng.uint32());
  const bits = low & 0x7fff_ffff_ffff_ffffn;
  return `${split === "train" ? bits : bits | 0x8000_0000_0000_0000n}`;
};
