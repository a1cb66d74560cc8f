import type { Applet, AppletCall } from "../interpreter/applet-call.ts";
import { numberOption } from "./number-option.ts";
import { readOptions } from "./options.ts";

/** Form of one unit of a dump. */
interface DumpFormat {
  readonly bytes: number;
  /** With the space before it. */
  readonly show: (bytes: string) => string;
}

const LINE_BYTES = 16;

/** The number that bytes are, the lowest first. */
const little = (bytes: string): bigint => {
  let value = 0n;
  for (let at = bytes.length - 1; at >= 0; at--) value = value * 256n + BigInt(bytes.charCodeAt(at));
  return value;
};

const signed = (bytes: string, size: number): bigint => BigInt.asIntN(size * 8, little(bytes));

const NAMED: Readonly<Record<string, string>> = {
  "\0": "\\0",
  "\u0007": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
};

const character = (byte: string): string => {
  const code = byte.charCodeAt(0);
  return NAMED[byte] ?? (code >= 32 && code < 127 ? byte : code.toString(8).padStart(3, "0"));
};

const hexOf = (bytes: string, size: number): string =>
  little(bytes)
    .toString(16)
    .padStart(size * 2, "0");
const octalOf = (bytes: string, size: number): string =>
  little(bytes)
    .toString(8)
    .padStart(Math.ceil((size * 8) / 3), "0");

/** Widths of decimal numbers of so many bytes. */
const DECIMAL_WIDTHS: Readonly<Record<number, number>> = { 1: 4, 2: 6, 4: 11, 8: 20 };
const UNSIGNED_WIDTHS: Readonly<Record<number, number>> = { 1: 4, 2: 6, 4: 11, 8: 21 };

const TYPES: Readonly<Record<string, (size: number) => DumpFormat>> = {
  c: () => ({ bytes: 1, show: (bytes) => ` ${character(bytes).padStart(3)}` }),
  d: (size) => ({ bytes: size, show: (bytes) => `${signed(bytes, size)}`.padStart((DECIMAL_WIDTHS[size] ?? 11) + (size === 4 ? 1 : 0)) }),
  o: (size) => ({ bytes: size, show: (bytes) => ` ${octalOf(bytes, size)}` }),
  u: (size) => ({ bytes: size, show: (bytes) => `${little(bytes)}`.padStart(UNSIGNED_WIDTHS[size] ?? 11) }),
  x: (size) => ({ bytes: size, show: (bytes) => ` ${hexOf(bytes, size)}` }),
};

/** Options of `od` that stand for a type. */
const SHORT_TYPES: Readonly<Record<string, string>> = { b: "o1", c: "c", d: "u2", o: "o2", x: "x2", i: "d4", s: "d2" };

const formatOf = (type: string): DumpFormat | undefined => {
  const [, letter = "", size] = /^([cdoux])(\d*)$/.exec(type) ?? [];
  const bytes = size === undefined || size === "" ? 4 : Number(size);
  return [1, 2, 4, 8].includes(bytes) ? TYPES[letter]?.(bytes) : undefined;
};

const od: Applet = (call) => {
  const { rest, has, value, unknown } = readOptions(call.args, "A:N:j:t:w:vabcdfhiloxs");
  if (unknown !== undefined) return call.fail(`invalid option -- '${unknown}'`);
  const types = [
    ...(value("t") === undefined ? [] : [value("t") as string]),
    ...Object.keys(SHORT_TYPES).flatMap((flag) => (has(flag) ? (SHORT_TYPES[flag] as string) : [])),
  ];
  const type = types[0] ?? "o2";
  const format = formatOf(type);
  if (format === undefined) return call.fail(`invalid type string '${type}'`);
  const radix = { d: 10, o: 8, x: 16, n: 0 }[value("A") ?? "o"];
  if (radix === undefined) return call.fail(`bad output address radix '${value("A")}' (must be [doxn])`);
  const skipped = sizeOf(value("j"));
  return call.withFiles(rest, (bytes, failures) => {
    if (failures > 0 && failures === rest.length) return 1;
    const taken = bytes.slice(skipped, value("N") === undefined ? undefined : skipped + sizeOf(value("N")));
    const address = (at: number): string => (radix === 0 ? "" : (at + skipped).toString(radix).padStart(radix === 16 ? 6 : 7, "0"));
    dump(call, taken, { isVerbose: has("v"), address, line: (part) => unitsOf(part, format).map(format.show).join("") });
    const last = address(taken.length);
    if (last !== "") call.out(`${last}\n`);
    return failures > 0 ? 1 : 0;
  });
};

const sizeOf = (text: string | undefined): number => {
  const [, digits = "0", unit = ""] = /^(0x[0-9a-fA-F]+|\d+)([bkm]?)/.exec(text ?? "0") ?? [];
  return Number(digits) * (({ b: 512, k: 1024, m: 1_048_576 } as Readonly<Record<string, number>>)[unit] ?? 1);
};

interface DumpLayout {
  readonly isVerbose: boolean;
  readonly address: (at: number) => string;
  readonly line: (part: string) => string;
}

/** Line by line; lines like the one before are left out, and a star stands for them. */
const dump = (call: AppletCall, bytes: string, { isVerbose, address, line }: DumpLayout): void => {
  let before: string | undefined;
  let isStarred = false;
  for (let at = 0; at < bytes.length; at += LINE_BYTES) {
    const part = bytes.slice(at, at + LINE_BYTES);
    if (!isVerbose && part === before && at + LINE_BYTES < bytes.length + (part.length === LINE_BYTES ? 1 : 0)) {
      if (!isStarred) call.out("*\n");
      isStarred = true;
      continue;
    }
    isStarred = false;
    before = part;
    call.out(`${address(at)}${line(part)}\n`);
  }
};

const unitsOf = (part: string, { bytes }: DumpFormat): readonly string[] => {
  const units: string[] = [];
  for (let at = 0; at < part.length; at += bytes) units.push(part.slice(at, at + bytes).padEnd(bytes, "\0"));
  return units;
};

/** Units that `hexdump` shows by its options, each unit with the space before it. */
const HEXDUMP: Readonly<Record<string, DumpFormat>> = {
  b: { bytes: 1, show: (bytes) => ` ${octalOf(bytes, 1)}` },
  c: { bytes: 1, show: (bytes) => ` ${character(bytes).padStart(3)}` },
  d: { bytes: 2, show: (bytes) => `   ${`${little(bytes)}`.padStart(5, "0")}` },
  o: { bytes: 2, show: (bytes) => `  ${octalOf(bytes, 2)}` },
  x: { bytes: 2, show: (bytes) => `    ${hexOf(bytes, 2)}` },
};

const PLAIN_HEXDUMP: DumpFormat = { bytes: 2, show: (bytes) => ` ${hexOf(bytes, 2)}` };

const hexdump: Applet = (call) => {
  const { rest, has, value, unknown } = readOptions(call.args, "bcdoxCe:f:n:s:v");
  if (unknown !== undefined) return call.fail(`invalid option -- '${unknown}'`);
  const skipped = sizeOf(value("s"));
  const isCanonical = has("C") || call.name === "hd";
  const format = Object.entries(HEXDUMP).find(([flag]) => has(flag))?.[1] ?? PLAIN_HEXDUMP;
  const width = (LINE_BYTES / format.bytes) * format.show("\0".repeat(format.bytes)).length;
  return call.withFiles(rest, (bytes, failures) => {
    const taken = bytes.slice(skipped, value("n") === undefined ? undefined : skipped + sizeOf(value("n")));
    const address = (at: number): string => (at + skipped).toString(16).padStart(isCanonical ? 8 : 7, "0");
    const line = isCanonical ? canonicalLine : (part: string): string => unitsOf(part, format).map(format.show).join("").padEnd(width);
    dump(call, taken, { isVerbose: has("v"), address, line });
    if (taken !== "") call.out(`${address(taken.length)}\n`);
    return failures > 0 ? 1 : 0;
  });
};

const printable = (part: string): string => part.replaceAll(/[^\x20-\x7e]/g, ".");

const canonicalLine = (part: string): string => {
  const hex = [...part].map((byte, at) => `${at === 8 ? "  " : " "}${hexOf(byte, 1)}`).join("");
  return ` ${hex.padEnd(50)} |${printable(part)}|`;
};

const COLUMNS_MAX = 256;

const xxd: Applet = (call) => {
  const { rest, has, value, unknown } = readOptions(call.args, "pril:s:c:g:o:n:");
  if (unknown !== undefined) return call.fail(`invalid option -- '${unknown}'`);
  const skipped = sizeOf(value("s"));
  const length = value("l") ?? value("n");
  const columns = numberOption(call, value("c") ?? "0", { least: 0, most: COLUMNS_MAX });
  const group = numberOption(call, value("g") ?? "2", { least: 0, most: COLUMNS_MAX });
  if (columns === undefined || group === undefined) return 1;
  const perLine = columns || (has("p") ? 30 : LINE_BYTES);
  // Nought is no groups at all.
  const perGroup = group || perLine;
  return call.withFiles(rest, (bytes, failures) => {
    if (has("r")) {
      const hex = has("p")
        ? bytes.replaceAll(/[^0-9a-fA-F]/g, "")
        : bytes.replaceAll(/^[0-9a-f]+: ((?:[0-9a-f]+ )+).*$/gim, "$1").replaceAll(/[^0-9a-fA-F]/g, "");
      call.out(hex.replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));
      return 0;
    }
    const taken = bytes.slice(skipped, length === undefined ? undefined : skipped + sizeOf(length));
    for (let at = 0; at < taken.length; at += perLine) {
      const part = taken.slice(at, at + perLine);
      const hex = [...part].map((byte) => hexOf(byte, 1));
      if (has("p")) call.out(`${hex.join("")}\n`);
      else {
        const grouped = hex.map((pair, index) => pair + ((index + 1) % perGroup === 0 ? " " : "")).join("");
        const width = perLine * 2 + Math.floor(perLine / perGroup);
        call.out(`${(at + skipped).toString(16).padStart(8, "0")}: ${grouped.padEnd(width)} ${printable(part)}\n`);
      }
    }
    return failures > 0 ? 1 : 0;
  });
};

/** Applets that show bytes. */
export const DUMP_APPLETS: Readonly<Record<string, Applet>> = { hd: hexdump, hexdump, od, xxd };
