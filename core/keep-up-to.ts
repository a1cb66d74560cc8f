/** Returns the kept value of a key, or derives and keeps it. */
type Keep<K, V> = (key: K, derive: (key: K) => V) => V;

/**
 * Memoises a pure function of a text or a number, for at most `max` keys: at the bound all are dropped, and those still
 * in use are derived once more. Long texts are not kept, since their senders would decide how much memory that takes.
 */
export const keepUpTo = <K extends string | number, V>(max: number): Keep<K, V> => {
  const results = new Map<K, V>();
  return (key, derive) => {
    if (typeof key === "string" && key.length > TEXT_MAX) return derive(key);
    let value = results.get(key);
    if (value === undefined && !results.has(key)) {
      value = derive(key);
      if (results.size >= max) results.clear();
      results.set(key, value);
    }
    return value as V;
  };
};

const TEXT_MAX = 4096;
