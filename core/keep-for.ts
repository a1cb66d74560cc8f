/** Remembers a pure function's results with its immutable arguments, for as long as somebody has those. */
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
