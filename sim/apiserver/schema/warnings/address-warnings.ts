import { canonicalAddress, canonicalRange, ipFamily, isSloppyAddress } from "../validation/addresses.ts";

/** Warns of an address that is not in canonical form. */
export const addressWarnings = (text: string, path: string): readonly string[] => {
  const canonical = canonicalAddress(text);
  if (isSloppyAddress(text))
    return [`${path}: non-standard IP address "${text}" will be considered invalid in a future Kubernetes release: use "${canonical}"`];
  if (ipFamily(text) !== "IPv6" || canonical === text) return [];
  return [`${path}: IPv6 address "${text}" should be in RFC 5952 canonical format ("${canonical}")`];
};

/** Warns of a range of addresses that is written otherwise than it should be. */
export const rangeWarnings = (text: string, path: string): readonly string[] => {
  const canonical = canonicalRange(text);
  if (canonical === undefined) return [];
  const { range, single, hasMore } = canonical;
  const [address = "", bits = ""] = text.split("/");
  const warnings: string[] = [];
  if (hasMore) warnings.push(`${path}: CIDR value "${text}" is ambiguous in this context (should be "${range}" or "${single}"?)`);
  if (isSloppyAddress(address) || /^0\d/.test(bits))
    warnings.push(`${path}: non-standard CIDR value "${text}" will be considered invalid in a future Kubernetes release: use "${range}"`);
  if (warnings.length > 0 || ipFamily(address) !== "IPv6" || range === text) return warnings;
  return [`${path}: IPv6 CIDR value "${text}" should be in RFC 5952 canonical format ("${range}")`];
};
