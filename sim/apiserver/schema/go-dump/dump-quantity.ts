import { formatQuantity, parseQuantity } from "#kube/objects/quantity.ts";

/** Go's parsed form of a quantity: the number, its power of ten and, where the text is in canonical form and can be reused, the text. */
export const dumpQuantity = (text: string | undefined): string => {
  if (text === undefined) return dump("0", 0, "", "");
  if (text === "0") return dump("0", 0, "0", "DecimalSI");
  const [, sign = "", zeros = "", whole = "", fraction = "", suffix = ""] = FORM.exec(text) ?? [];
  const digits = `${whole === "" && zeros !== "" ? "0" : whole}${fraction}`;
  const isBinary = suffix.endsWith("i");
  const format = isBinary ? "BinarySI" : /^[eE]./.test(suffix) ? "DecimalExponent" : "DecimalSI";
  if (isBinary) {
    const power = BINARY.indexOf(suffix) * 10;
    if (fraction === "" && 15 - digits.length - Math.trunc((power * 3) / 10) - 1 >= 0) {
      const value = BigInt(digits);
      return dump(`${sign === "-" ? "-" : ""}${value << BigInt(power)}`, 0, value % 8n === 0n ? "" : text, format);
    }
  } else {
    const scale = (format === "DecimalExponent" ? Number(suffix.slice(1)) : (DECIMAL[suffix] ?? 0)) - fraction.length;
    if (digits.length <= 18 && scale >= -9) {
      const isCanonical = scale % 3 === 0 && !digits.endsWith("000") && digits[0] !== "0";
      return dump(`${sign === "-" ? "-" : ""}${BigInt(digits === "" ? "0" : digits)}`, scale, isCanonical ? text : "", format);
    }
  }
  return dumpLarge(text);
};

const FORM = /^([+-]?)(0*)([1-9]\d*|)(?:\.(\d*))?(.*)$/;
const BINARY = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const DECIMAL: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, "": 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };

const dump = (value: string, scale: number, text: string, format: string): string =>
  `{i:(resource.int64Amount){value:(int64)${value} scale:(resource.Scale)${scale}} d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)${text} Format:(resource.Format)${format}}`;

/** Dumps a quantity that does not fit into 64 bits, as words of its decimal. */
const dumpLarge = (text: string): string => {
  const { nanos, format } = parseQuantity(text) ?? { nanos: 0n, format: "DecimalSI" as const };
  const isWhole = nanos % NANO === 0n;
  let rest = isWhole ? nanos / NANO : nanos;
  const isNegative = rest < 0n;
  if (isNegative) rest = -rest;
  const words: string[] = [];
  for (; rest > 0n; rest >>= 64n) words.push(`${rest & WORD}`);
  const shown = parseQuantity(formatQuantity({ nanos, format }))?.format ?? format;
  const number = `{neg:(bool)${isNegative} abs:(big.nat)[${words.join(" ")}]}`;
  const decimal = `{unscaled:(big.Int)${number} scale:(inf.Scale)${isWhole ? 0 : 9}}`;
  return `{i:(resource.int64Amount){value:(int64)0 scale:(resource.Scale)0} d:(resource.infDecAmount){Dec:(*inf.Dec)${decimal}} s:(string) Format:(resource.Format)${shown}}`;
};

const NANO = 1_000_000_000n;
const WORD = (1n << 64n) - 1n;
