import { digestJson, shortDigest } from "#core/digest.ts";
import { targetsOf } from "../tasks/choose-tasks.ts";
import type { FileFacts } from "./dataset-files.ts";
import type { Provenance, Trajectory } from "./trajectory.ts";

/** Facts of a manifest that the trajectories do not contain. */
export interface ManifestFacts {
  readonly provenance: Provenance;
  /** The command line without the options that cannot change the bytes. */
  readonly command: string;
  readonly filter: Readonly<Record<string, unknown>>;
  /** Native files, and those of the other forms. */
  readonly files: readonly FileFacts[];
  readonly formats: readonly string[];
  /** Rows that were left out because an equal one was there, by form. */
  readonly duplicates: Readonly<Record<string, number>>;
  /** RFC 3339; missing: left out, so that one seed gives identical files. */
  readonly createdAt?: string;
}

const HISTOGRAM_BINS = 20;

/** Summarises a dataset, schema `kubedrill.manifest/v1`. */
export const toManifest = (trajectories: Iterable<Trajectory>, facts: ManifestFacts): Readonly<Record<string, unknown>> => {
  const tally = createTally();
  for (const trajectory of trajectories) tally.add(trajectory);
  const { server_version, build_digest, catalogue_digest } = facts.provenance;
  return {
    schema: "kubedrill.manifest/v1",
    dataset_id: shortDigest(digestJson(facts.files)),
    ...(facts.createdAt === undefined ? {} : { created_at: facts.createdAt }),
    server_version,
    build_digest,
    catalogue_digest,
    command: facts.command,
    filter: facts.filter,
    formats: ["native", ...facts.formats],
    files: facts.files,
    duplicates: facts.duplicates,
    license: "Apache-2.0",
    ...tally.sums(),
  };
};

const createTally = () => {
  const by = { split: new Map<string, number>(), end_reason: new Map<string, number>(), behaviour: new Map<string, number>() };
  const faults = new Map<string, Set<string>>();
  const apps = new Map<string, Set<string>>();
  const digests = new Map<string, Set<string>>();
  const returns: number[] = [];
  let episodes = 0;
  let steps = 0;
  let invalid = 0;
  let duplicates = 0;
  const contents = new Set<string>();
  return {
    add: ({ task, ending, behaviour, ...trajectory }: Trajectory) => {
      episodes++;
      steps += trajectory.steps.length;
      if (ending?.sample_valid !== true) invalid++;
      const { content } = trajectory.digests;
      if (content !== undefined && contents.has(content)) duplicates++;
      if (content !== undefined) contents.add(content);
      if (trajectory.return !== undefined) returns.push(trajectory.return);
      count(by.split, task.split);
      count(by.end_reason, ending?.end_reason ?? "none");
      count(by.behaviour, behaviour.name);
      const { app, problem } = partsOf(task.uri);
      collect(faults, task.split, problem);
      collect(apps, task.split, app);
      collect(digests, task.split, `${task.digest} ${targetsOf(task.uri).join(" ")}`.trim());
    },
    sums: () => ({
      counts: {
        episodes,
        steps,
        invalid,
        duplicates,
        by_split: toObject(by.split),
        by_end_reason: toObject(by.end_reason),
        by_behaviour: toObject(by.behaviour),
      },
      reward: describeReturns(returns),
      splits: { method: "family-and-target-hash/v1", fault_types: listsOf(faults), apps: listsOf(apps), task_digests: listsOf(digests) },
    }),
  };
};

const partsOf = (uri: string): { readonly app: string; readonly problem: string } => {
  const [app = "", problem = ""] = uri.replace("kubedrill://", "").split(/[/@?]/);
  return { app, problem };
};

const describeReturns = (returns: readonly number[]) => {
  if (returns.length === 0) return { histogram: [] };
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const variance = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / returns.length;
  const histogram = Array.from({ length: HISTOGRAM_BINS }, () => 0);
  for (const value of returns) {
    const bin = Math.min(HISTOGRAM_BINS - 1, Math.max(0, Math.floor(((value + 1) / 2) * HISTOGRAM_BINS)));
    histogram[bin]! += 1;
  }
  return { mean: round(mean), std: round(Math.sqrt(variance)), histogram: { from: -1, to: 1, counts: histogram } };
};

const round = (value: number): number => Math.round(value * 1e9) / 1e9;
const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
const collect = (sets: Map<string, Set<string>>, key: string, value: string): void =>
  void sets.set(key, (sets.get(key) ?? new Set()).add(value));
const toObject = (counts: ReadonlyMap<string, number>) => Object.fromEntries([...counts].sort());
const listsOf = (sets: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...sets].sort().map(([key, values]) => [key, [...values].sort()]));
