/** A duration as systemd writes it, the two largest units of it: `4min 2s`, `1 week 3 days`. */
export const spanText = (ms: number): string => {
  let rest = Math.max(0, Math.floor(ms / 1000));
  const parts: string[] = [];
  for (const [name, plural, seconds] of SPANS) {
    const count = Math.floor(rest / seconds);
    if (count > 0) parts.push(seconds >= 86_400 ? `${count} ${count === 1 ? name : plural}` : `${count}${name}`);
    rest -= count * seconds;
  }
  return parts.slice(0, 2).join(" ") || "0s";
};

const SPANS: readonly (readonly [string, string, number])[] = [
  ["week", "weeks", 604_800],
  ["day", "days", 86_400],
  ["h", "h", 3_600],
  ["min", "min", 60],
  ["s", "s", 1],
];
