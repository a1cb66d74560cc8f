import type { Rng } from "#core/rng.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { DatedWrite } from "./ordinary-write.ts";

/** A kind of ordinary work on one object: a row of the tables in this folder. */
export interface Operation {
  readonly id: string;
  /** Weight among the operations of its table. */
  readonly weight: number;
  /** Longest time from its first write to its last, ms; missing: it is one write. */
  readonly lastsMs?: number;
  /** True: what it leaves behind as the last revision but one does not work. Missing: false. */
  readonly leavesBad?: true;
  /** Whether it can be done to the object; missing: always. */
  fits?(object: KubeObject): boolean;
  /** Draws its writes, the first of them at `atMs`. */
  writes(object: KubeObject, rng: Rng, atMs: number): readonly DatedWrite[];
}

/** Draws one operation that fits an object, by weight; undefined when none does. */
export const pickOperation = (operations: readonly Operation[], object: KubeObject, rng: Rng): Operation | undefined => {
  const fitting = operations.filter(({ fits }) => fits?.(object) ?? true);
  const total = fitting.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return undefined;
  let rest = rng.int(1, total);
  return fitting.find(({ weight }) => {
    rest -= weight;
    return rest <= 0;
  });
};

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
