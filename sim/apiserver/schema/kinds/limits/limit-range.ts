import { qualifiedNameProblems } from "#kube/objects/names.ts";
import { compareQuantities, milliValue } from "#kube/objects/quantity.ts";
import type { LimitRange } from "#kube/types/cluster.ts";
import type { World } from "../../../../kernel/world.ts";
import { drawUid } from "../../../store/identifiers.ts";
import { listObjects } from "../../../store/store.ts";
import { duplicate, type FieldError, forbiddenField, invalidEach, invalidValue, required } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { containerNameErrors, inKeyOrder, isOvercommitAllowed, resourceNameErrors } from "../../validation/resource-amounts.ts";

type Limit = LimitRange["spec"]["limits"][number];
type Amounts = Readonly<Record<string, string>>;

/** Bounds and presets of what single objects may ask for. */
export const limitRangeKind = defineKind<LimitRange>({
  createsOnUpdate: true,
  // Of all kinds this one alone makes up a name when it is given none.
  prepareCreate: (range, { world }) => (range.metadata.name === "" ? withDrawnName(world, range) : range),
  validate: ({ spec }, errors) => {
    const seen = new Set<string>();
    spec.limits?.forEach((limit, i) => {
      const path = `spec.limits[${i}]`;
      errors.push(...typeErrors(`${limit.type ?? ""}`, `${path}.type`));
      if (seen.has(limit.type)) errors.push(duplicate(`${path}.type`, limit.type));
      seen.add(limit.type);
      errors.push(...limitErrors(limit, path));
    });
  },
});

const withDrawnName = (world: World, range: LimitRange): LimitRange => {
  const { namespace } = range.metadata;
  const nth = listObjects(world, "limitranges", namespace).length;
  const [name, uid] = ["name", "uid"].map((what) => drawUid(world, "limitranges", namespace, `${what} ${nth}`));
  return { ...range, metadata: { ...range.metadata, name, uid } as LimitRange["metadata"] };
};

const typeErrors = (type: string, path: string): readonly FieldError[] => {
  const problems = qualifiedNameProblems(type);
  if (problems.length > 0) return invalidEach(path, type, problems);
  const isKnown = type.includes("/") || ["Container", "Pod", "PersistentVolumeClaim"].includes(type);
  return isKnown ? [] : [invalidValue(path, type, "must be a standard limit type or fully qualified")];
};

const limitErrors = (limit: Limit, path: string): readonly FieldError[] => {
  const errors: FieldError[] = [];
  const isPod = limit.type === "Pod";
  errors.push(...nameErrors(limit.type, { max: limit.max, min: limit.min }, path));
  if (isPod) {
    for (const member of ["default", "defaultRequest"] as const)
      if (Object.keys(limit[member] ?? {}).length > 0)
        errors.push(forbiddenField(`${path}.${member}`, "may not be specified when `type` is 'Pod'"));
  } else errors.push(...nameErrors(limit.type, { default: limit.default, defaultRequest: limit.defaultRequest }, path));
  if (limit.type === "PersistentVolumeClaim" && limit.min?.["storage"] === undefined && limit.max?.["storage"] === undefined)
    errors.push(required(`${path}.limits`, "either minimum or maximum storage value is required, but neither was provided"));
  const presets = isPod ? {} : limit.default;
  const requests = isPod ? {} : limit.defaultRequest;
  const ratios = limit.maxLimitRequestRatio ?? {};
  errors.push(...nameErrors(limit.type, { maxLimitRequestRatio: ratios }, path));
  const names = Object.keys({ ...limit.max, ...limit.min, ...presets, ...requests, ...ratios }).sort();
  for (const name of names) {
    errors.push(...boundErrors({ min: limit.min, max: limit.max, preset: presets, request: requests }, name, path));
    errors.push(...ratioErrors(limit, ratios[name], name, path));
    errors.push(...presetErrors(presets?.[name], requests?.[name], name, path));
  }
  return errors;
};

/** Field errors of resource names in a limit range; those of pods and containers must be resources that containers can request. */
const nameErrors = (type: string, amounts: Readonly<Record<string, Amounts | undefined>>, path: string): readonly FieldError[] =>
  Object.entries(amounts).flatMap(([member, byName]) =>
    inKeyOrder(byName ?? {}).flatMap(([name]) =>
      (type === "Pod" || type === "Container" ? containerNameErrors : resourceNameErrors)(name, `${path}.${member}[${name}]`),
    ),
  );

/** Errors for a default that differs from the default request, for resources that cannot be overcommitted. */
const presetErrors = (preset: string | undefined, request: string | undefined, name: string, path: string): readonly FieldError[] => {
  if (preset === undefined || request === undefined || isOvercommitAllowed(name) || compareQuantities(preset, request) === 0) return [];
  const detail = `default value ${preset} must equal to defaultRequest value ${request} in ${name}`;
  return [invalidValue(`${path}.defaultRequest[${name}]`, request, detail)];
};

interface Bounds {
  readonly min: Amounts | undefined;
  readonly max: Amounts | undefined;
  readonly preset: Amounts | undefined;
  readonly request: Amounts | undefined;
}

const WORDS: Readonly<Record<keyof Bounds, string>> = {
  min: "min value",
  max: "max value",
  preset: "default value",
  request: "default request value",
};

/** Pairs of bounds in ascending order, the field of the error, and the bound whose value is shown. */
const ORDER: readonly (readonly [low: keyof Bounds, high: keyof Bounds, field: string, shown: keyof Bounds])[] = [
  ["min", "max", "min", "min"],
  ["min", "request", "defaultRequest", "request"],
  ["request", "max", "defaultRequest", "request"],
  ["request", "preset", "defaultRequest", "request"],
  ["min", "preset", "default", "min"],
  ["preset", "max", "default", "max"],
];

const boundErrors = (bounds: Bounds, name: string, path: string): readonly FieldError[] =>
  ORDER.flatMap(([low, high, field, shown]) => {
    const [a, b] = [bounds[low]?.[name], bounds[high]?.[name]];
    if (a === undefined || b === undefined || compareQuantities(a, b) <= 0) return [];
    const highWord = low === "request" && high === "preset" ? "default limit value" : WORDS[high];
    return [invalidValue(`${path}.${field}[${name}]`, bounds[shown]?.[name], `${WORDS[low]} ${a} is greater than ${highWord} ${b}`)];
  });

const ratioErrors = ({ min, max }: Limit, ratio: string | undefined, name: string, path: string): readonly FieldError[] => {
  if (ratio === undefined) return [];
  const field = `${path}.maxLimitRequestRatio[${name}]`;
  const errors = compareQuantities(ratio, "1") < 0 ? [invalidValue(field, ratio, `ratio ${ratio} is less than 1`)] : [];
  const [low, high] = [min?.[name], max?.[name]];
  if (low === undefined || high === undefined) return errors;
  const most = milliValue(high) / milliValue(low);
  return milliValue(ratio) / 1000 > most
    ? [...errors, invalidValue(field, ratio, `ratio ${ratio} is greater than max/min = ${most.toFixed(6)}`)]
    : errors;
};
