import { charge, chargeText, STEP_UNITS } from "#core/work-budget.ts";
import { boundPrecision, boundWidth } from "../language/format-bounds.ts";

/** A text with its backslash sequences replaced; `isCut`: a `\c` said that nothing follows. */
export const unescapeText = (text: string): { readonly text: string; readonly isCut: boolean } => {
  let result = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character !== "\\") {
      result += character;
      continue;
    }
    const rest = text.slice(at + 1);
    if (rest.startsWith("c")) return { text: result, isCut: true };
    const code = /^(?:x([0-9A-Fa-f]{1,2})|0?([0-7]{1,3}))/.exec(rest);
    if (code !== null) {
      result += String.fromCharCode((code[1] === undefined ? Number.parseInt(code[2] as string, 8) : Number.parseInt(code[1], 16)) & 255);
      at += code[0].length;
      continue;
    }
    const simple = SIMPLE[rest[0] ?? ""];
    result += simple ?? "\\";
    if (simple !== undefined) at += 1;
  }
  return { text: result, isCut: false };
};

const SIMPLE: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
  e: "\u001b",
  "\\": "\\",
  '"': '"',
};

/** Returns the output of `printf`: the format is used again until all values are. */
export const formatPrintf = (
  format: string,
  values: readonly string[],
): { readonly text: string; readonly problem: string | undefined } => {
  const { text: pattern, isCut } = unescapeText(format.replaceAll("%%", PERCENT));
  let next = 0;
  let problem: string | undefined;
  const render = (): string => {
    charge(pattern.length);
    return pattern.replaceAll(
      /%([-+ 0#]*)(\*|\d+)?(?:\.(\*|\d*))?([a-zA-Z])/g,
      (_whole, flags: string, width: string | undefined, precision: string | undefined, kind: string) => {
        const wide = boundWidth(Number((width === "*" ? values[next++] : width) ?? 0));
        const exact = boundPrecision(precision === "*" ? Number(values[next++] ?? 0) : precision);
        const value = values[next++];
        const { text, wrong } = convert(kind, value ?? "", exact, flags);
        chargeText(STEP_UNITS + Math.max(text.length, Math.abs(wide)));
        if (wrong) problem ??= `invalid number '${value}'`;
        return pad(text, Math.abs(wide), wide < 0 ? `${flags}-` : flags, kind);
      },
    );
  };
  let text = render();
  while (next > 0 && next < values.length && !isCut) {
    const before = next;
    text += render();
    if (next === before) break;
  }
  return { text: text.replaceAll(PERCENT, "%"), problem };
};

const PERCENT = "\u0101";

const convert = (
  kind: string,
  value: string,
  precision: number | undefined,
  flags: string,
): { readonly text: string; readonly wrong: boolean } => {
  if (kind === "s") return { text: precision === undefined ? value : value.slice(0, precision), wrong: false };
  if (kind === "b") return { text: unescapeText(value).text, wrong: false };
  if (kind === "c") return { text: value.slice(0, 1), wrong: false };
  const isCharacter = /^['"]/.test(value);
  const number = value === "" ? 0 : isCharacter ? value.charCodeAt(1) : Number(/^0[0-7]+$/.test(value) ? `0o${value.slice(1)}` : value);
  const wrong = Number.isNaN(number);
  const safe = wrong ? Number.parseInt(value, 10) || 0 : number;
  const sign = flags.includes("+") && safe >= 0 ? "+" : "";
  const digits = (base: number): string =>
    Math.trunc(safe)
      .toString(base)
      .padStart(precision ?? 0, "0");
  const texts: Readonly<Record<string, () => string>> = {
    d: () => sign + digits(10),
    i: () => sign + digits(10),
    u: () => digits(10),
    x: () => digits(16),
    X: () => digits(16).toUpperCase(),
    o: () => digits(8),
    f: () => sign + safe.toFixed(precision ?? 6),
    e: () => safe.toExponential(precision ?? 6).replace(/e([+-])(\d)$/, "e$10$2"),
    g: () => `${Number(safe.toPrecision(precision === undefined || precision === 0 ? 6 : precision))}`,
  };
  return { text: texts[kind]?.() ?? "", wrong };
};

const pad = (text: string, width: number, flags: string, kind: string): string => {
  if (flags.includes("-")) return text.padEnd(width);
  if (!flags.includes("0") || kind === "s") return text.padStart(width);
  const sign = /^[-+]/.exec(text)?.[0] ?? "";
  return sign + text.slice(sign.length).padStart(width - sign.length, "0");
};
