import { qualifiedNameProblems } from "#kube/objects/names.ts";
import type { PodSpec } from "#kube/types/pod.ts";
import { duplicate, type FieldError, inOrder, invalidEach, invalidValue, required, unsupported } from "../field-error.ts";
import { ipErrors } from "./addresses.ts";
import { descendingPathErrors } from "./volumes.ts";

/** Checks whom a pod asks for names. */
export const validateDns = ({ dnsPolicy, dnsConfig }: PodSpec, path: string, errors: FieldError[]): void => {
  const { nameservers = [], searches = [] } = dnsConfig ?? {};
  if (dnsPolicy === "None") {
    if (dnsConfig === undefined) return void errors.push(required(path, "must provide `dnsConfig` when `dnsPolicy` is None"));
    if (nameservers.length === 0) {
      return void errors.push(required(`${path}.nameservers`, "must provide at least one DNS nameserver when `dnsPolicy` is None"));
    }
  }
  if (nameservers.length > 3) errors.push(invalidValue(`${path}.nameservers`, nameservers, "must not have more than 3 nameservers"));
  for (const [i, server] of nameservers.entries()) errors.push(...ipErrors(`${path}.nameservers[${i}]`, server));
  if (searches.length > 32) errors.push(invalidValue(`${path}.searches`, searches, "must not have more than 32 search paths"));
  if (searches.join(" ").length > 2048) {
    errors.push(
      invalidValue(`${path}.searches`, searches, "must not have more than 2048 characters (including spaces) in the search list"),
    );
  }
  searches.forEach((search, i) => {
    const domain = search.replace(/\.$/, "");
    if (search !== "." && !SEARCH.test(domain)) errors.push(invalidValue(`${path}.searches[${i}]`, domain, SEARCH_DETAIL));
  });
};

/** Validates readiness and scheduling gates. */
export const validateGates = (spec: PodSpec, path: string, errors: FieldError[]): void => {
  (spec.readinessGates ?? []).forEach(({ conditionType }, i) => {
    errors.push(...invalidEach(`${path}.readinessGates[${i}].conditionType`, conditionType, qualifiedNameProblems(conditionType)));
  });
  const { schedulingGates = [] } = spec as { readonly schedulingGates?: readonly { readonly name: string }[] };
  schedulingGates.forEach(({ name }, i) => {
    const place = `${path}.schedulingGates[${i}]`;
    errors.push(...invalidEach(place, name, qualifiedNameProblems(name)));
    if (schedulingGates.findIndex((other) => other.name === name) < i) errors.push(duplicate(place, name));
  });
};

/** Checks as whom a pod's containers run. */
export const validatePodSecurity = (context: Readonly<Record<string, unknown>>, path: string, errors: FieldError[]): void => {
  for (const member of ["fsGroup", "runAsUser", "runAsGroup"]) checkId(context[member], `${path}.${member}`, errors);
  for (const [i, id] of ((context["supplementalGroups"] ?? []) as readonly unknown[]).entries()) {
    checkId(id, `${path}.supplementalGroups[${i}]`, errors);
  }
  const policy = context["fsGroupChangePolicy"];
  if (policy !== undefined && !CHANGE_POLICIES.includes(`${policy}`)) {
    errors.push(unsupported(`${path}.fsGroupChangePolicy`, policy, CHANGE_POLICIES));
  }
  validateSeccomp(context["seccompProfile"], `${path}.seccompProfile`, errors);
};

/** Checks the filter on a process's system calls. */
export const validateSeccomp = (profile: unknown, path: string, errors: FieldError[]): void => {
  if (profile === undefined) return;
  const { type = "", localhostProfile } = profile as { readonly type?: string; readonly localhostProfile?: string };
  if (type === "") errors.push(required(`${path}.type`, "type is required when seccompProfile is set"));
  else if (!SECCOMP_TYPES.includes(type)) errors.push(unsupported(`${path}.type`, type, SECCOMP_TYPES));
  const place = `${path}.localhostProfile`;
  if (type === "Localhost") {
    if (localhostProfile === undefined) errors.push(required(place, "must be set when seccomp type is Localhost"));
    else errors.push(...descendingPathErrors(place, localhostProfile));
  } else if (localhostProfile !== undefined) {
    const shown = inOrder({ Type: type, LocalhostProfile: localhostProfile });
    errors.push(invalidValue(place, shown, "can only be set when seccomp type is Localhost"));
  }
};

const SECCOMP_TYPES = ["Localhost", "RuntimeDefault", "Unconfined"];

const checkId = (id: unknown, path: string, errors: FieldError[]): void => {
  if (typeof id === "number" && (id < 0 || id > 2_147_483_647)) {
    errors.push(invalidValue(path, id, "must be between 0 and 2147483647, inclusive"));
  }
};

const CHANGE_POLICIES = ["Always", "OnRootMismatch"];
const SEARCH = /^_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*$/;
const SEARCH_DETAIL =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')";
