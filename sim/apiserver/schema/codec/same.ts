/** A JSON object whose shape is known from elsewhere. */
export type Raw = Readonly<Record<string, unknown>>;

/** The object with missing members filled in; the same object when none was missing. */
export const fill = <T extends object>(object: T, missing: Partial<T>): T => {
  let filled: T | undefined;
  for (const key in missing) {
    if (object[key] === undefined && missing[key] !== undefined) {
      filled ??= { ...object };
      filled[key] = missing[key] as T[typeof key];
    }
  }
  return filled ?? object;
};

/** The object with one member set, or dropped when `value` is undefined; the same object when that changes nothing. */
export const withMember = <T extends object, K extends keyof T>(object: T, key: K, value: T[K] | undefined): T => {
  if (object[key] === value) return object;
  if (value !== undefined) return { ...object, [key]: value };
  const { [key]: _dropped, ...rest } = object;
  return rest as unknown as T;
};

/** The list with every element changed; the same list when none was. */
export const mapSame = <T>(list: readonly T[], change: (item: T, index: number) => T): readonly T[] => {
  let changed: T[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const before = list[i] as T;
    const after = change(before, i);
    if (after !== before) {
      changed ??= [...list];
      changed[i] = after;
    }
  }
  return changed ?? list;
};

/** Freezes a constant at every level; the store relies on frozen objects being frozen throughout. */
export const freezeDeep = <T>(value: T): T => {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) freezeDeep(member);
  return Object.freeze(value);
};
