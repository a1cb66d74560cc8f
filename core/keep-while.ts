/**
 * Memoises a function of an immutable key and of one more value that it reads, such as an instant: by the identity of
 * the key, for as long as the value stays the same. The counterpart of `world.memo` for values that belong to a key.
 *
 * A derivation may need a context besides, which must not change the result.
 * @param isSame tells whether two values that are not identical read the same
 */
export const keepWhile = <K extends object, R, V, C = void>(
  derive: (key: K, read: R, context: C) => V,
  isSame?: (before: R, now: R) => boolean,
): ((key: K, read: R, context: C) => V) => {
  const results = new WeakMap<K, { readonly read: R; readonly value: V }>();
  return (key, read, context) => {
    const kept = results.get(key);
    if (kept !== undefined && (kept.read === read || isSame?.(kept.read, read) === true)) return kept.value;
    const value = derive(key, read, context);
    results.set(key, { read, value });
    return value;
  };
};
