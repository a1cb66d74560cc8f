import type { Trajectory } from "../trajectory.ts";
import type { Features } from "./features.ts";

/** A form in which trainers read episodes, made from native trajectories. */
export interface DatasetFormat {
  readonly name: string;
  readonly title: string;
  /** Types of the columns; missing: a row is a document that fits no columns, and is always written as a line of JSON. */
  readonly features?: Features;
  /** Rows of one group: the episodes of one task and seed. */
  rows(group: readonly Trajectory[]): readonly Readonly<Record<string, unknown>>[];
}
