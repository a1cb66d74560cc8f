/**
 * Memoises a pure function by the identity of its immutable key; a result lives as long as its key.
 *
 * A derivation may need a context besides. It must not change the result: of each key, only the first one is used.
 */
export const keepFor = <K extends object, V, C = void>(derive: (key: K, context: C) => V): ((key: K, context: C) => V) => {
  const results = new WeakMap<K, V>();
  return (key, context) => {
    let value = results.get(key);
    if (value === undefined && !results.has(key)) {
      value = derive(key, context);
      results.set(key, value);
    }
    return value as V;
  };
};
