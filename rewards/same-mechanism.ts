import type { TruthPair } from "#core/truth.ts";
import type { Relations } from "./reward.ts";

/** True if a submitted type, an id or a catalogue type, means the mechanism of a truth pair. */
export const isMechanismOf = (faultType: string, truth: TruthPair, relations: MechanismRelations): boolean =>
  isSameMechanism(faultType, truth.faultType, relations) || faultType === truth.catalogueType;

/** The relations that tell which faults are one mechanism. */
export type MechanismRelations = Pick<Relations, "catalogueTypes" | "toldApart">;

/** True if both name one mechanism: equal ids, or ids with one catalogue type whose faults are not told apart. */
export const isSameMechanism = (a: string, b: string, { catalogueTypes, toldApart = [] }: MechanismRelations): boolean => {
  const type = catalogueTypes[a] ?? a;
  return a === b || (type === (catalogueTypes[b] ?? b) && !toldApart.includes(type));
};
