import { chargeItems, chargeText } from "#core/work-budget.ts";

type Implementation = (...args: readonly unknown[]) => unknown;

const onText =
  (apply: (text: string, ...args: readonly unknown[]) => unknown): Implementation =>
  (text, ...args) =>
    typeof text === "string" ? apply(text, ...args) : undefined;

const onTexts =
  (apply: (text: string, other: string, ...args: readonly unknown[]) => unknown): Implementation =>
  (text, other, ...args) =>
    typeof text === "string" && typeof other === "string" ? apply(text, other, ...args) : undefined;

const isUrl = (text: unknown): boolean => typeof text === "string" && /^([A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s/]+|\/)[^\s]*$/.test(text);

const isIp = (text: unknown): boolean =>
  typeof text === "string" &&
  (/^((25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(25[0-5]|2[0-4]\d|1?\d?\d)$/.test(text) || /^[0-9a-fA-F:]*:[0-9a-fA-F:]*$/.test(text));

/** Replaces at most `limit` times; negative: all. */
const replaced = (text: string, from: string, to: unknown, limit: unknown): unknown => {
  if (typeof to !== "string") return undefined;
  chargeItems(1 + text.length / Math.max(1, from.length));
  const parts = text.split(from);
  chargeText(text.length + parts.length * to.length);
  const count = typeof limit === "number" && limit >= 0 ? Math.min(limit, parts.length - 1) : parts.length - 1;
  return [...parts.slice(0, count), parts.slice(count).join(from)].join(to);
};

/** Functions of CEL on texts. */
export const textFunctions: Readonly<Record<string, Implementation>> = {
  startsWith: onTexts((text, other) => text.startsWith(other)),
  endsWith: onTexts((text, other) => text.endsWith(other)),
  contains: onTexts((text, other) => text.includes(other)),
  lowerAscii: onText((text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())),
  upperAscii: onText((text) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())),
  trim: onText((text) => text.trim()),
  charAt: onText((text, at) => (typeof at === "number" ? (text[at] ?? "") : undefined)),
  substring: onText((text, from, to) => (typeof from === "number" ? text.slice(from, typeof to === "number" ? to : undefined) : undefined)),
  split: onTexts((text, separator, limit) => {
    chargeItems(1 + text.length / Math.max(1, separator.length));
    const parts = text.split(separator);
    if (typeof limit !== "number" || limit < 0 || limit >= parts.length) return parts;
    return limit === 0 ? [] : [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)];
  }),
  replace: onTexts((text, from, to, limit) => replaced(text, from, to, limit)),
  url: onText((text) => (isUrl(text) ? text : undefined)),
  isURL: (text) => isUrl(text),
  isIP: (text) => isIp(text),
};
