/** Renders JSON with four blanks and sorted keys, as `kubectl -o json` does; `<`, `>` and `&` are escaped as Go does. */
export const toJson = (value: unknown): string => `${escapeHtml(JSON.stringify(sorted(value), undefined, 4))}\n`;

/** Renders JSON on one line with sorted keys, as kubectl's JSONPath prints objects. */
export const toCompactJson = (value: unknown): string => escapeHtml(JSON.stringify(sorted(value)) ?? "");

const escapeHtml = (text: string): string =>
  /[<>&\u2028\u2029]/.test(text)
    ? text.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)
    : text;

const sorted = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const map = value as Readonly<Record<string, unknown>>;
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(map).sort()) out[key] = sorted(map[key]);
  return out;
};
