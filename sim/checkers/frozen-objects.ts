import { invariant } from "#core/invariant.ts";
import { createChangeChecker } from "./change-checker.ts";

/** Checks that stored objects are frozen all the way down. */
export const checkFrozenObjects = createChangeChecker("frozen-objects", (_world, change) => {
  invariant(isFrozen(change.object), `${change.resource} ${change.key} is not frozen all the way down`);
});

/** Objects that were checked; they stay frozen. */
const known = new WeakSet<object>();

const isFrozen = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null || known.has(value)) return true;
  if (!Object.isFrozen(value) || !Object.values(value).every(isFrozen)) return false;
  known.add(value);
  return true;
};
