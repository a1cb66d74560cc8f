import { isSameJson } from "#core/canonical-json.ts";
import { isRecording, recordRead } from "../../kernel/recorded-reads.ts";
import type { World } from "../../kernel/world.ts";

/** Amounts by name; what has none has no entry. */
export type Amounts = Readonly<Record<string, number>>;

/** Amounts that a world keeps from one instant to the next, read and replaced together. */
export interface KeptAmounts {
  of(world: World): Amounts;
  set(world: World, amounts: Amounts): void;
  /** Grows with every change of an amount. */
  revision(world: World): number;
}

/** Keeps amounts in a map of the world. */
export const keptAmounts = (map: string): KeptAmounts => {
  const kept = (world: World) => world.map<Amounts>(map);
  const amountsOf = (world: World): Amounts => {
    const was = kept(world).get(ALL);
    if (isRecording()) recordRead({ kind: "entry", map, key: ALL, was });
    return was ?? NONE;
  };
  return {
    of: amountsOf,
    set: (world, amounts) => {
      if (isSameJson(amounts, amountsOf(world))) return;
      if (Object.keys(amounts).length > 0) kept(world).set(ALL, amounts);
      else kept(world).delete(ALL);
    },
    revision: (world) => kept(world).revision,
  };
};

const ALL = "";
const NONE: Amounts = {};
