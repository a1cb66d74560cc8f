/** Finds what was kept for a key, else derives it and keeps it. */
type Keep<K, V> = (key: K, derive: (key: K) => V) => V;

/**
 * Remembers a pure function's results by text or number, where nobody tells when one will not be asked for again:
 * when there are more than `max` all are forgotten, and those still in use are derived once more. Texts of some length are
 * not kept, since whoever sends them would choose how much memory that takes.
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
