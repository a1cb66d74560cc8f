/**
 * Returns a JSON value in which every part that equals the same part of an earlier value is that earlier part; the
 * earlier value itself when all of it is equal.
 *
 * Comparing the two later, or deriving something from the new value, then skips what did not change.
 */
export const shareJson = <T>(value: T, before: unknown): T => {
  if (value === before) return value;
  if (typeof value !== "object" || typeof before !== "object" || value === null || before === null) return value;
  if (Array.isArray(value)) return Array.isArray(before) ? (shareList(value, before) as T) : value;
  return Array.isArray(before) ? value : (shareObject(value as JsonObject, before as JsonObject) as T);
};

const isLeaf = (value: unknown): boolean => typeof value !== "object" || value === null;

type JsonObject = Readonly<Record<string, unknown>>;

const shareList = (value: readonly unknown[], before: readonly unknown[]): readonly unknown[] => {
  let isSame = value.length === before.length;
  let shared: unknown[] | undefined;
  for (let i = 0; i < value.length; i++) {
    const item = isLeaf(value[i]) ? value[i] : shareJson(value[i], before[i]);
    if (item !== before[i]) isSame = false;
    if (item === value[i]) continue;
    shared ??= [...value];
    shared[i] = item;
  }
  return isSame ? before : (shared ?? value);
};

/** Shares the members of an object; undefined members count as absent. */
const shareObject = (value: JsonObject, before: JsonObject): JsonObject => {
  let isSame = true;
  let surplus = 0;
  let shared: Record<string, unknown> | undefined;
  for (const name in value) {
    const member = value[name];
    if (member === undefined) continue;
    surplus += 1;
    const kept = isLeaf(member) ? member : shareJson(member, before[name]);
    if (kept !== before[name]) isSame = false;
    if (kept === member) continue;
    shared ??= { ...value };
    shared[name] = kept;
  }
  for (const name in before) if (before[name] !== undefined) surplus -= 1;
  return isSame && surplus === 0 ? before : (shared ?? value);
};
