import { keepUpTo } from "#core/keep-up-to.ts";
/** A Kubernetes quantity: an exact value, with the suffix family that it was written in. */
export interface Quantity {
  /** Value in billionths; finer input is rounded away from zero. */
  readonly nanos: bigint;
  readonly format: "DecimalSI" | "BinarySI" | "DecimalExponent";
}

/** Error of the API server for a text that is not a quantity. */
export const QUANTITY_ERROR = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/** Parses `100m`, `1.5Gi`, `2`, `1e3`; undefined if the text is not a quantity. */
export const parseQuantity = (given: string | number): Quantity | undefined => {
  return keptQuantity(`${given}`, parse);
};

/** Parsed quantities: the same few texts are read again and again. */
const keptQuantity = keepUpTo<string, Quantity | undefined>(2048);

const parse = (text: string): Quantity | undefined => {
  const match = FORM.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", suffix = ""] = match;
  if (whole === "" && fraction === "") return undefined;
  const scale = scaleOf(suffix);
  if (scale === undefined) return undefined;
  const digits = BigInt(`${whole}${fraction}`);
  const magnitude = capped(divideUp(digits * scale.numerator, scale.denominator * 10n ** BigInt(fraction.length)));
  return { nanos: sign === "-" ? -magnitude : magnitude, format: scale.format };
};

/** Renders in canonical form: the largest suffix of the family that leaves an integer. */
export const formatQuantity = ({ nanos, format }: Quantity): string => {
  if (nanos === 0n) return "0";
  const size = nanos < 0n ? -nanos : nanos;
  const sign = nanos < 0n ? "-" : "";
  if (format === "BinarySI" && size >= 1024n * NANO) return sign + formatBinary(divideUp(size, NANO));
  return sign + formatDecimal(size, format === "DecimalExponent" ? EXPONENTS : DECIMAL_SUFFIXES);
};

/**
 * Canonical form of a quantity; undefined if the text is not one.
 * @param finest power of ten that is kept (−3 = thousandths, as in resource lists); finer parts are rounded up
 */
export const canonicalQuantity = (text: string | number, finest = -9): string | undefined => {
  if (typeof text === "string" && PLAIN.test(text)) return text;
  const quantity = parseQuantity(text);
  if (quantity === undefined) return undefined;
  const unit = 10n ** BigInt(9 + finest);
  return formatQuantity({ ...quantity, nanos: roundAway(quantity.nanos, unit) });
};

/** Compares two quantities: negative, 0 or positive as `a` is less than, equal to or greater than `b`; other texts count as 0. */
export const compareQuantities = (a: string, b: string): number => {
  const difference = nanosOf(a) - nanosOf(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/** Exact sum, in the suffix family of the first quantity that is not zero. */
export const sumQuantities = (texts: readonly string[]): string => {
  let sum: Quantity = { nanos: 0n, format: "DecimalSI" };
  for (const text of texts) {
    const quantity = parseQuantity(text);
    if (quantity === undefined || quantity.nanos === 0n) continue;
    sum = { nanos: sum.nanos + quantity.nanos, format: sum.nanos === 0n ? quantity.format : sum.format };
  }
  return formatQuantity(sum);
};

/** Difference `a − b`, in the suffix family of `a`. */
export const subtractQuantities = (a: string, b: string): string => {
  const from = parseQuantity(a) ?? ZERO;
  return formatQuantity({ nanos: from.nanos - nanosOf(b), format: from.nanos === 0n ? (parseQuantity(b) ?? ZERO).format : from.format });
};

/** Value in thousandths, rounded up: millicores. 0 if the text is not a quantity. */
export const milliValue = (text: string | undefined): number =>
  text === undefined ? 0 : Number(roundAway(nanosOf(text), 1_000_000n) / 1_000_000n);

/** Value in whole units, rounded up: bytes, pods. 0 if the text is not a quantity. */
export const unitValue = (text: string | undefined): number => (text === undefined ? 0 : Number(roundAway(nanosOf(text), NANO) / NANO));

const NANO = 1_000_000_000n;
const ZERO: Quantity = { nanos: 0n, format: "DecimalSI" };
/** Maximum of a quantity on the server, 2^63 − 1 units. */
const LARGEST = (2n ** 63n - 1n) * NANO;

/** Pattern of texts that are canonical already, by far the most common, and need no arithmetic. */
const PLAIN = /^[1-9]\d{0,2}(m|Ki|Mi|Gi|Ti)?$/;
const FORM = /^([+-]?)(\d*)(?:\.(\d*))?([eE][+-]?\d+|[numkKMGTPE]?i?)$/;

/** Ratio of one unit of a suffix to one billionth. */
interface Scale {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly format: Quantity["format"];
}

const DECIMAL_SUFFIXES: readonly (readonly [string, bigint])[] = [
  ["E", 10n ** 27n],
  ["P", 10n ** 24n],
  ["T", 10n ** 21n],
  ["G", 10n ** 18n],
  ["M", 10n ** 15n],
  ["k", 10n ** 12n],
  ["", 10n ** 9n],
  ["m", 10n ** 6n],
  ["u", 10n ** 3n],
  ["n", 1n],
];
const EXPONENTS = DECIMAL_SUFFIXES.map(([, nanos], i) => [i === 6 ? "" : `e${18 - 3 * i}`, nanos] as const);
const BINARY_SUFFIXES: readonly (readonly [string, bigint])[] = [
  ["Ei", 2n ** 60n],
  ["Pi", 2n ** 50n],
  ["Ti", 2n ** 40n],
  ["Gi", 2n ** 30n],
  ["Mi", 2n ** 20n],
  ["Ki", 2n ** 10n],
];

const SCALES: ReadonlyMap<string, Scale> = new Map<string, Scale>([
  ...DECIMAL_SUFFIXES.map(([suffix, nanos]) => [suffix, { numerator: nanos, denominator: 1n, format: "DecimalSI" }] as const),
  ...BINARY_SUFFIXES.map(([suffix, units]) => [suffix, { numerator: units * NANO, denominator: 1n, format: "BinarySI" }] as const),
]);

const scaleOf = (suffix: string): Scale | undefined => {
  const exponent = /^[eE]([+-]?\d+)$/.exec(suffix);
  if (exponent === null) return SCALES.get(suffix);
  const power = Math.max(-100, Math.min(100, Number(exponent[1]))) + 9;
  const format = "DecimalExponent";
  return power >= 0
    ? { numerator: 10n ** BigInt(power), denominator: 1n, format }
    : { numerator: 1n, denominator: 10n ** BigInt(-power), format };
};

const formatDecimal = (size: bigint, suffixes: readonly (readonly [string, bigint])[]): string => {
  const [suffix, nanos] = suffixes.find(([, unit]) => size % unit === 0n) ?? ["n", 1n];
  return `${size / nanos}${suffix}`;
};

const formatBinary = (units: bigint): string => {
  const [suffix, size] = BINARY_SUFFIXES.find(([, unit]) => units % unit === 0n) ?? ["", 1n];
  return `${units / size}${suffix}`;
};

const nanosOf = (text: string): bigint => (parseQuantity(text) ?? ZERO).nanos;

const divideUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

const roundAway = (nanos: bigint, unit: bigint): bigint => (nanos < 0n ? -divideUp(-nanos, unit) * unit : divideUp(nanos, unit) * unit);

const capped = (nanos: bigint): bigint => (nanos > LARGEST ? LARGEST : nanos);
