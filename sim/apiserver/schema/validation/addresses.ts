import { type FieldError, invalidValue } from "../field-error.ts";

/** An address as its bytes: four or sixteen. */
type Address = readonly number[];

/** Field errors of an address in a field with legacy validation. */
export const ipErrors = (path: string, text: string): readonly FieldError[] =>
  parseAddress(text) === undefined ? [invalidValue(path, text, IP_DETAIL)] : [];

/** Field errors of a CIDR in a field with legacy validation. */
export const cidrErrors = (path: string, text: string): readonly FieldError[] =>
  parseRange(text) === undefined ? [invalidValue(path, text, CIDR_DETAIL)] : [];

/** Field errors of an endpoint address: invalid, or one that traffic cannot be sent to. */
export const endpointIpErrors = (path: string, text: string): readonly FieldError[] => {
  const address = parseAddress(text);
  if (address === undefined) return [invalidValue(path, text, "must be a valid IP address")];
  return problemsOfTarget(address, text).map((detail) => invalidValue(path, text, detail));
};

/** Errors of an address that is not in canonical form. */
export const strictAddressProblems = (text: string): readonly string[] => {
  const address = parseAddress(text);
  if (address === undefined) return [IP_DETAIL];
  if (address.length === 4 && address.join(".") !== text) return ["must not have leading 0s"];
  if (isMapped(address)) return ["must not be an IPv4-mapped IPv6 address"];
  const canonical = formatAddress(address);
  return canonical === text ? [] : [`must be in canonical form (${JSON.stringify(canonical)})`];
};

/** Errors of a CIDR that is not in canonical form. */
export const strictRangeProblems = (text: string): readonly string[] => {
  const parsed = canonicalRange(text);
  if (parsed === undefined) return [CIDR_DETAIL];
  const [address = "", bits = ""] = text.split("/");
  const hasZeros = `${Number(bits)}` !== bits || (!address.includes(":") && address.split(".").some((part) => `${Number(part)}` !== part));
  if (hasZeros) return ["must not have leading 0s in IP or prefix length"];
  if (isMapped(parseAddress(address) ?? [])) return ["must not have an IPv4-mapped IPv6 address"];
  if (parsed.hasMore) return ["must not have bits set beyond the prefix length"];
  return parsed.range === text ? [] : [`must be in canonical form (${JSON.stringify(parsed.range)})`];
};

/** IP family of an address; undefined for a text that is none. */
export const ipFamily = (text: string): "IPv4" | "IPv6" | undefined => {
  const address = parseAddress(text);
  if (address === undefined) return undefined;
  return address.length === 4 ? "IPv4" : "IPv6";
};

/** Tells whether a CIDR lies within another one and is smaller; true when either is invalid. */
export const isStrictSubset = (inner: string, outer: string): boolean => {
  const [small, large] = [parseRange(inner), parseRange(outer)];
  if (small === undefined || large === undefined) return true;
  return small.bits > large.bits && small.address.length === large.address.length && hasPrefix(small.address, large.address, large.bits);
};

/** Address in canonical form: IPv6 as in RFC 5952, IPv4-mapped IPv6 as IPv4. @returns undefined: not an address */
export const canonicalAddress = (text: string): string | undefined => {
  const address = parseAddress(text);
  return address === undefined ? undefined : formatAddress(address);
};

/** Tells addresses that legacy validation alone accepts: with leading zeros, or IPv4-mapped IPv6. */
export const isSloppyAddress = (text: string): boolean => {
  const address = parseAddress(text);
  return address !== undefined && (address.length === 4 ? canonicalAddress(text) !== text : isMapped(address));
};

/** CIDR in canonical form, its address alone, and whether it has host bits. */
export const canonicalRange = (
  text: string,
): { readonly range: string; readonly single: string; readonly hasMore: boolean } | undefined => {
  const parsed = parseRange(text);
  if (parsed === undefined) return undefined;
  const { address, bits } = parsed;
  const masked = address.map((byte, i) => byte & (0xff << (8 - Math.max(0, Math.min(8, bits - i * 8)))) & 0xff);
  return {
    range: `${formatAddress(masked)}/${bits}`,
    single: `${formatAddress(address)}/${address.length * 8}`,
    hasMore: masked.some((byte, i) => byte !== address[i]),
  };
};

/** Tells texts that parse as a CIDR. */
export const isCidr = (text: string): boolean => parseRange(text) !== undefined;

const IP_DETAIL = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
const CIDR_DETAIL = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

const problemsOfTarget = (address: Address, text: string): readonly string[] => {
  const problems: string[] = [];
  const isV4 = address.length === 4;
  if (address.every((byte) => byte === 0)) problems.push(`may not be unspecified (${text})`);
  if (isV4 ? address[0] === 127 : address.every((byte, i) => byte === (i === 15 ? 1 : 0))) {
    problems.push("may not be in the loopback range (127.0.0.0/8, ::1/128)");
  }
  const [first = 0, second = 0, third = 0] = address;
  if (isV4 ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80) {
    problems.push("may not be in the link-local range (169.254.0.0/16, fe80::/10)");
  }
  if (isV4 ? first === 224 && second === 0 && third === 0 : first === 0xff && (second & 0x0f) === 2) {
    problems.push("may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
  }
  return problems;
};

const parseAddress = (text: string): Address | undefined => (text.includes(":") ? parseV6(text) : parseV4(text));

const parseV4 = (text: string): Address | undefined => {
  const parts = text.split(".");
  if (parts.length !== 4 || parts.some((part) => !/^\d+$/.test(part) || Number(part) > 255)) return undefined;
  return parts.map(Number);
};

const parseV6 = (text: string): Address | undefined => {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map(groupsOf);
  if (head === undefined) return undefined;
  if (halves.length === 1) return head.length === 16 ? head : undefined;
  if (tail === undefined || head.length + tail.length > 14) return undefined;
  return [...head, ...new Array<number>(16 - head.length - tail.length).fill(0), ...tail];
};

const groupsOf = (half: string): Address | undefined => {
  if (half === "") return [];
  const parts = half.split(":");
  const bytes: number[] = [];
  for (const [i, part] of parts.entries()) {
    const dotted = part.includes(".") && i === parts.length - 1 ? parseV4(part) : undefined;
    if (dotted !== undefined) bytes.push(...dotted);
    else if (/^[0-9a-fA-F]{1,4}$/.test(part)) bytes.push(Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255);
    else return undefined;
  }
  return bytes;
};

const parseRange = (text: string): { readonly address: Address; readonly bits: number } | undefined => {
  const match = /^(.*)\/(\d+)$/.exec(text);
  const address = parseAddress(match?.[1] ?? "");
  const bits = Number(match?.[2]);
  return address === undefined || bits > address.length * 8 ? undefined : { address, bits };
};

const hasPrefix = (address: Address, prefix: Address, bits: number): boolean =>
  address.every((byte, i) => {
    const kept = Math.max(0, Math.min(8, bits - i * 8));
    return byte >> (8 - kept) === (prefix[i] as number) >> (8 - kept);
  });

const isMapped = (address: Address): boolean =>
  address.length === 16 && address.slice(0, 12).every((byte, i) => byte === (i < 10 ? 0 : 255));

const formatAddress = (address: Address): string => {
  if (address.length === 4) return address.join(".");
  if (isMapped(address)) return address.slice(12).join(".");
  const groups = Array.from({ length: 8 }, (_, i) => (((address[2 * i] as number) << 8) | (address[2 * i + 1] as number)).toString(16));
  const [from, length] = longestZeros(groups);
  return length < 2 ? groups.join(":") : `${groups.slice(0, from).join(":")}::${groups.slice(from + length).join(":")}`;
};

/** The first of the longest runs of groups that are nought. */
const longestZeros = (groups: readonly string[]): readonly [from: number, length: number] => {
  let best: readonly [number, number] = [0, 0];
  for (let i = 0, length = 0; i < groups.length; i++) {
    length = groups[i] === "0" ? length + 1 : 0;
    if (length > best[1]) best = [i + 1 - length, length];
  }
  return best;
};
