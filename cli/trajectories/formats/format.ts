import type { MeasuredPlay } from "../measured-play.ts";
import type { Trajectory } from "../trajectory.ts";
import type { Features } from "./features.ts";

/** A form in which trainers and viewers read episodes, made from native trajectories. */
export interface DatasetFormat {
  readonly name: string;
  readonly title: string;
  /** Types of the columns; missing: a row is a document that fits no columns, and is always written as a line of JSON. */
  readonly features?: Features;
  /** Columns that spell the answer, and must not reach a model; of documents, the paths of such members. */
  readonly spoils: readonly string[];
  /** True: each row stands for an episode that was played, so that equal ones are kept. Missing: equal ones are written once. */
  readonly keepsAll?: true;
  /** One JSON document around the rows of all splits. Missing: rows are lines, in a file for each split. */
  readonly document?: RowDocument;
  /** Rows of one group: the episodes of one task and seed. @param run missing: nothing is known of it */
  rows(group: readonly Trajectory[], run?: RunFacts): readonly Readonly<Record<string, unknown>>[];
}

/** A JSON document that has rows as one of its members. */
export interface RowDocument {
  /** Name of that member, which comes last. */
  readonly list: string;
  /** The other members. @param episodes those of the rows */
  head(episodes: Iterable<Trajectory>, run: RunFacts): Readonly<Record<string, unknown>>;
}

/** Facts of the command that played episodes. */
export interface RunFacts {
  /** Name of what was played, such as a suite. */
  readonly name: string;
  readonly command: string;
  /** Measurements by the ids of the trajectories; empty: none were kept. */
  readonly measured: ReadonlyMap<string, MeasuredPlay>;
}
