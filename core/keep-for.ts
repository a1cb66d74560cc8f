/** Memoises a pure function by the identity of its immutable argument; a result lives as long as its argument. */
export const keepFor = <K extends object, V>(derive: (key: K) => V): ((key: K) => V) => {
  const results = new WeakMap<K, V>();
  return (key) => {
    let value = results.get(key);
    if (value === undefined && !results.has(key)) {
      value = derive(key);
      results.set(key, value);
    }
    return value as V;
  };
};
