import type { Service } from "#kube/types/network.ts";
import { duplicate, type FieldError, invalidValue, required, unsupported } from "../../../field-error.ts";
import { ipErrors, ipFamily } from "../../../validation/addresses.ts";

/** Field errors of a Service's cluster IPs and IP families by themselves. */
export const clusterIpErrors = ({ spec }: Service): readonly FieldError[] => {
  if (spec.type === "ExternalName") return [];
  const { ipFamilies = [], ipFamilyPolicy } = spec;
  const addresses = spec.clusterIPs ?? [];
  const errors: FieldError[] = [];
  const refuse = (detail: string): unknown => errors.push(invalidValue("spec.clusterIPs", addresses, detail));
  if (spec.clusterIP) {
    if (addresses.length === 0) errors.push(required("spec.clusterIPs"));
    else if (addresses[0] !== spec.clusterIP) refuse("first value must match `clusterIP`");
  } else if (addresses.length > 0) refuse("must be empty when `clusterIP` is not specified");
  ipFamilies.forEach((family, i) => {
    if (!FAMILIES.includes(family)) errors.push(unsupported(`spec.ipFamilies[${i}]`, family, FAMILIES));
    if (ipFamilies.indexOf(family) < i) errors.push(duplicate(`spec.ipFamilies[${i}]`, family));
  });
  if (ipFamilyPolicy !== undefined && !POLICIES.includes(ipFamilyPolicy)) {
    errors.push(unsupported("spec.ipFamilyPolicy", ipFamilyPolicy, POLICIES));
  }
  return [...errors, ...addressErrors(addresses, ipFamilies)];
};

/** Field errors of IP families that a single-stack cluster cannot provide. */
export const familyErrors = ({ spec }: Service, old: Service | undefined): readonly FieldError[] => {
  if (spec.type === "ExternalName") return [];
  const { ipFamilies = [], clusterIPs: addresses = [] } = spec;
  const hasSelector = Object.keys(spec.selector ?? {}).length > 0;
  const isFree = spec.clusterIP === "None" && !hasSelector;
  const policy = spec.ipFamilyPolicy ?? old?.spec.ipFamilyPolicy ?? (isFree ? "RequireDualStack" : "SingleStack");
  const refused = (detail: string): FieldError => invalidValue("spec.ipFamilyPolicy", policy, detail);
  const several = (what: string): FieldError =>
    refused(`must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`);
  const unfit = [
    ...(policy === "SingleStack" && addresses.length === 2 ? [several("cluster IPs")] : []),
    ...(policy === "SingleStack" && ipFamilies.length === 2 ? [several("IP families")] : []),
    ...addresses.flatMap((address, i) =>
      i >= ipFamilies.length && ipFamily(address) === "IPv6"
        ? [invalidValue(`spec.clusterIPs[${i}]`, addresses, "IPv6 is not configured on this cluster")]
        : [],
    ),
  ];
  if (unfit.length > 0 || isFree) return unfit;
  return [
    ...(policy === "RequireDualStack" ? [refused("this cluster is not configured for dual-stack services")] : []),
    ...ipFamilies.flatMap((family, i) =>
      family === "IPv6" ? [invalidValue(`spec.ipFamilies[${i}]`, family, "not configured on this cluster")] : [],
    ),
  ];
};

const FAMILIES = ["IPv4", "IPv6"];
const POLICIES = ["PreferDualStack", "RequireDualStack", "SingleStack"];

const addressErrors = (addresses: readonly string[], families: readonly string[]): readonly FieldError[] => {
  const errors: FieldError[] = [];
  const refuse = (detail: string): unknown => errors.push(invalidValue("spec.clusterIPs", addresses, detail));
  const isHeadless = addresses[0] === "None";
  let isUnreadable = isHeadless && addresses.length > 1;
  if (isUnreadable) refuse("'None' must be the first and only value");
  addresses.forEach((address, i) => {
    const found = i === 0 && isHeadless ? [] : ipErrors(`spec.clusterIPs[${i}]`, address);
    isUnreadable ||= found.length > 0;
    errors.push(...found);
  });
  if (addresses.length > 2) refuse("may only hold up to 2 values");
  if (isUnreadable) return errors;
  const given = addresses.map(ipFamily);
  if (addresses.length > 1 && new Set(given).size !== addresses.length) refuse("may specify no more than one IP for each IP family");
  if (isHeadless) return errors;
  given.forEach((family, i) => {
    const wanted = families[i];
    if ((wanted === "IPv4" || wanted === "IPv6") && family !== wanted) {
      const detail = `expected an ${wanted} value as indicated by \`ipFamilies[${i}]\``;
      errors.push(invalidValue(`spec.clusterIPs[${i}]`, addresses[i], detail));
    }
  });
  return errors;
};
