import { labelProblems, pathSegmentProblems } from "#kube/objects/names.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import { type FieldError, forbiddenField, invalidEach, invalidValue, required, unsupported } from "../../field-error.ts";
import { validateKindAndName } from "../../validation/kind-and-name.ts";

/** Checks what an autoscaler measures: one source, of the type that is named. */
export const validateMetric = (metric: unknown, path: string, errors: FieldError[]): void => {
  const { type = "", ...sources } = metric as { readonly type?: string } & Readonly<Record<string, Source | undefined>>;
  const member = MEMBERS[type];
  if (type === "") errors.push(required(`${path}.type`, "must specify a metric source type"));
  if (member === undefined) errors.push(unsupported(`${path}.type`, type, TYPES));
  const present = ORDER.filter((name) => sources[name] !== undefined);
  const [first] = present;
  if (first !== undefined) validateSource(first, sources[first] as Source, `${path}.${first}`, errors);
  if (member === undefined) errors.push(unsupported(`${path}.type`, type, TYPES));
  else if (sources[member] === undefined) {
    errors.push(required(`${path}.${member}`, "must populate information for the given metric source"));
  }
  if (present.length === 1) return;
  for (const name of present) {
    if (name !== member) errors.push(forbiddenField(`${path}.${name}`, "must populate the given metric source only"));
  }
};

/** Metric types and the member that each one fills. */
const MEMBERS: Readonly<Record<string, string>> = {
  ContainerResource: "containerResource",
  External: "external",
  Object: "object",
  Pods: "pods",
  Resource: "resource",
};
const TYPES = Object.keys(MEMBERS);
const ORDER = ["object", "external", "pods", "resource", "containerResource"] as const;

interface Source {
  readonly name?: string;
  readonly container?: string;
  readonly describedObject?: { readonly apiVersion?: string; readonly kind?: string; readonly name?: string };
  readonly metric?: { readonly name?: string };
  readonly target?: Target;
}

interface Target {
  readonly type?: string;
  readonly value?: string;
  readonly averageValue?: string;
  readonly averageUtilization?: number;
}

const validateSource = (kind: (typeof ORDER)[number], source: Source, path: string, errors: FieldError[]): void => {
  const target = source.target ?? {};
  if (kind === "object") validateKindAndName(source.describedObject ?? {}, `${path}.describedObject`, errors);
  if (kind === "resource" || kind === "containerResource") {
    if (!source.name) errors.push(required(`${path}.name`, "must specify a resource name"));
  } else validateIdentifier(source.metric?.name, `${path}.metric.name`, errors);
  if (kind === "containerResource") {
    if (!source.container) errors.push(required(`${path}.container`, "must specify a container"));
    else errors.push(...invalidEach(`${path}.container`, source.container, labelProblems(source.container)));
  }
  validateTarget(target, `${path}.target`, errors);
  ENOUGH[kind](target, `${path}.target`, errors);
};

const validateIdentifier = (name: string | undefined, path: string, errors: FieldError[]): void => {
  if (!name) errors.push(required(path, "must specify a metric name"));
  else errors.push(...invalidEach(path, name, pathSegmentProblems(name)));
};

const validateTarget = ({ type = "", value, averageValue, averageUtilization }: Target, path: string, errors: FieldError[]): void => {
  if (type === "") errors.push(required(`${path}.type`, "must specify a metric target type"));
  if (!["Utilization", "Value", "AverageValue"].includes(type)) {
    errors.push(invalidValue(`${path}.type`, type, "must be either Utilization, Value, or AverageValue"));
  }
  const isPositive = (amount: string): boolean => compareQuantities(amount, "0") > 0;
  if (value !== undefined && !isPositive(value)) errors.push(invalidValue(`${path}.value`, value, "must be positive"));
  if (averageValue !== undefined && !isPositive(averageValue)) {
    errors.push(invalidValue(`${path}.averageValue`, averageValue, "must be positive"));
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.push(invalidValue(`${path}.averageUtilization`, averageUtilization, "must be greater than 0"));
  }
};

type Enough = (target: Target, path: string, errors: FieldError[]) => void;

const utilizationOrValue: Enough = ({ averageUtilization, averageValue }, path, errors) => {
  if (averageUtilization === undefined && averageValue === undefined) {
    errors.push(required(`${path}.averageUtilization`, "must set either a target raw value or a target utilization"));
  }
  if (averageUtilization !== undefined && averageValue !== undefined) {
    errors.push(forbiddenField(`${path}.averageValue`, "may not set both a target raw value and a target utilization"));
  }
};

/** Checks that each metric source has a target value. */
const ENOUGH: Readonly<Record<(typeof ORDER)[number], Enough>> = {
  object: ({ value, averageValue }, path, errors) => {
    if (value === undefined && averageValue === undefined) {
      errors.push(required(`${path}.averageValue`, "must set either a target value or averageValue"));
    }
  },
  external: ({ value, averageValue }, path, errors) => {
    if (value === undefined && averageValue === undefined) {
      errors.push(required(`${path}.averageValue`, "must set either a target value for metric or a per-pod target"));
    }
    if (value !== undefined && averageValue !== undefined) {
      errors.push(forbiddenField(`${path}.value`, "may not set both a target value for metric and a per-pod target"));
    }
  },
  pods: ({ averageValue }, path, errors) => {
    if (averageValue === undefined) errors.push(required(`${path}.averageValue`, "must specify a positive target averageValue"));
  },
  resource: utilizationOrValue,
  containerResource: utilizationOrValue,
};
