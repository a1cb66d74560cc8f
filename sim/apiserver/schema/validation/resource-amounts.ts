import { qualifiedNameProblems } from "#kube/objects/names.ts";
import { compareQuantities, parseQuantity } from "#kube/objects/quantity.ts";
import type { ResourceRequirements } from "#kube/types/pod.ts";
import { type FieldError, forbiddenField, invalidEach, invalidValue, required } from "../field-error.ts";

type Amounts = Readonly<Record<string, string>>;

/** Validates requests and limits, of a container or of a RuntimeClass's overhead. */
export const validateResources = ({ limits = {}, requests = {} }: ResourceRequirements, path: string, errors: FieldError[]): void => {
  for (const [name, amount] of inKeyOrder(limits)) {
    const place = `${path}.limits[${name}]`;
    errors.push(...containerNameErrors(name, place), ...amountErrors(name, amount, place), ...pageErrors(name, amount, place));
  }
  for (const [name, amount] of inKeyOrder(requests)) {
    const place = `${path}.requests[${name}]`;
    errors.push(...containerNameErrors(name, place), ...amountErrors(name, amount, place));
    errors.push(...limitErrors(name, amount, limits[name], path), ...pageErrors(name, amount, place));
  }
  const names = Object.keys({ ...limits, ...requests });
  if (names.some(isHugePages) && !names.some((name) => name === "cpu" || name === "memory"))
    errors.push(forbiddenField(path, "HugePages require cpu or memory"));
};

/** Field errors of a resource name. */
export const resourceNameErrors = (name: string, path: string): readonly FieldError[] => {
  const problems = qualifiedNameProblems(name);
  if (problems.length > 0) return invalidEach(path, name, problems);
  const isKnown = name.includes("/") || STANDARD.has(name) || isHugePages(name) || name.startsWith("requests.hugepages-");
  return isKnown ? [] : [invalidValue(path, name, "must be a standard resource type or fully qualified")];
};

/** The same of something that containers can ask for. */
export const containerNameErrors = (name: string, path: string): readonly FieldError[] => {
  const errors = resourceNameErrors(name, path);
  if (name.split("/").length === 1)
    return OF_CONTAINERS.has(name) || isHugePages(name)
      ? errors
      : [...errors, invalidValue(path, name, "must be a standard resource for containers")];
  return isNative(name) || isExtended(name)
    ? errors
    : [...errors, invalidValue(path, name, "doesn't follow extended resource name standard")];
};

/** Field errors of a quantity: it must not be negative, and must be an integer for resources that are counted. */
export const amountErrors = (name: string, amount: string, path: string): readonly FieldError[] => {
  const errors = compareQuantities(amount, "0") < 0 ? [invalidValue(path, amount, "must be greater than or equal to 0")] : [];
  const isFit = !(COUNTED.has(name) || isExtended(name)) || wholeOf(amount) !== undefined;
  return isFit ? errors : [...errors, invalidValue(path, amount, "must be an integer")];
};

/** True for what may be promised more often than it is there. */
export const isOvercommitAllowed = (name: string): boolean => isNative(name) && !isHugePages(name);

/** The server walks its maps in no order at all; ours is at least always the same. */
export const inKeyOrder = (amounts: Amounts): readonly (readonly [string, string])[] =>
  Object.entries(amounts).sort(([a], [b]) => (a < b ? -1 : 1));

/** Resources that are counted. */
const COUNTED: ReadonlySet<string> = new Set([
  ...["pods", "resourcequotas", "services", "replicationcontrollers", "secrets", "configmaps", "persistentvolumeclaims"],
  ...["services.nodeports", "services.loadbalancers"],
]);

const OF_CONTAINERS: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);

const STANDARD: ReadonlySet<string> = new Set([
  ...[...OF_CONTAINERS].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
  ...[...COUNTED, "storage", "requests.storage"],
]);

const isHugePages = (name: string): boolean => name.startsWith("hugepages-");

const isNative = (name: string): boolean => !name.includes("/") || name.includes("kubernetes.io/");

/** True for what only some nodes have, by a name that quotas can have too. */
const isExtended = (name: string): boolean =>
  !isNative(name) && !name.startsWith("requests.") && qualifiedNameProblems(`requests.${name}`).length === 0;

const limitErrors = (name: string, amount: string, limit: string | undefined, path: string): readonly FieldError[] => {
  const mustMatch = !isOvercommitAllowed(name);
  if (limit === undefined) return mustMatch ? [required(`${path}.limits`, "Limit must be set for non overcommitable resources")] : [];
  if (mustMatch && compareQuantities(amount, limit) !== 0)
    return [invalidValue(`${path}.requests`, amount, `must be equal to ${name} limit of ${limit}`)];
  return compareQuantities(amount, limit) > 0
    ? [invalidValue(`${path}.requests`, amount, `must be less than or equal to ${name} limit of ${limit}`)]
    : [];
};

const pageErrors = (name: string, amount: string, path: string): readonly FieldError[] => {
  if (!isHugePages(name)) return [];
  const [size, total] = [wholeOf(name.slice("hugepages-".length)) ?? 0n, wholeOf(amount) ?? 0n];
  const isFit = size > 0n && total > 0n && total % size === 0n;
  return isFit ? [] : [invalidValue(path, amount, `${amount} is not positive integer multiple of ${name}`)];
};

/** An amount as a whole number; undefined where it is none. */
const wholeOf = (amount: string): bigint | undefined => {
  const nanos = parseQuantity(amount)?.nanos;
  return nanos === undefined || nanos % NANO !== 0n ? undefined : nanos / NANO;
};

const NANO = 1_000_000_000n;
