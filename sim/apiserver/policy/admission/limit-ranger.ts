import { ok } from "#core/result.ts";
import { compareQuantities, milliValue } from "#kube/objects/quantity.ts";
import type { LimitRange } from "#kube/types/cluster.ts";
import type { Status } from "#kube/types/meta.ts";
import type { Container, Pod } from "#kube/types/pod.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { forbidden } from "../../http/status.ts";
import { fill, mapSame } from "../../schema/codec/same.ts";
import type { RequestContext } from "../../schema/kind-strategy.ts";
import { listObjects } from "../../store/store.ts";
import { podLimits, podRequests } from "../quota/pod-resources.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";

type Amounts = Readonly<Record<string, string>>;
type Limit = LimitRange["spec"]["limits"][number];

/** Sets the namespace's default requests and limits in containers, and refuses those out of its ranges. */
export const limitRanger: AdmissionPlugin = {
  resources: new Set(["pods", "persistentvolumeclaims"]),
  mutate: ({ world, row, subresource }, object, old) => {
    if (row.resource !== "pods" || (old !== undefined && subresource !== "resize")) return ok(object);
    const ranges = listObjects<LimitRange>(world, "limitranges", object.metadata.namespace);
    return ok(ranges.reduce<Pod>(withDefaults, object as Pod));
  },
  validate: (context, object, old) => {
    const { world, row, subresource } = context;
    if (row.resource === "pods" && old !== undefined && subresource !== "resize") return undefined;
    for (const range of listObjects<LimitRange>(world, "limitranges", object.metadata.namespace)) {
      const problems = row.resource === "pods" ? podProblems(range, object as Pod) : claimProblems(range, object as PersistentVolumeClaim);
      if (problems.length > 0) return refusal(context, object.metadata.name, problems);
    }
    return undefined;
  },
};

const refusal = ({ row }: RequestContext, name: string, problems: readonly string[]): Status =>
  forbidden(row, name, problems.length === 1 ? (problems[0] as string) : `[${problems.join(", ")}]`);

const withDefaults = (pod: Pod, range: LimitRange): Pod => {
  const container = (range.spec.limits ?? []).filter(({ type }) => type === "Container");
  const requests = Object.assign({}, ...container.map((limit) => limit.defaultRequest)) as Amounts;
  const limits = Object.assign({}, ...container.map((limit) => limit.default)) as Amounts;
  const notes: string[] = [];
  const apply = (what: string) => (given: Container) => withContainerDefaults(given, requests, limits, what, notes);
  const containers = mapSame(pod.spec.containers, apply("container"));
  const initContainers = pod.spec.initContainers && mapSame(pod.spec.initContainers, apply("init container"));
  if (notes.length === 0) return pod;
  const annotations = { ...pod.metadata.annotations, "kubernetes.io/limit-ranger": `LimitRanger plugin set: ${notes.join("; ")}` };
  const spec = { ...pod.spec, containers, ...(initContainers && { initContainers }) };
  return { ...pod, metadata: { ...pod.metadata, annotations }, spec };
};

const withContainerDefaults = (container: Container, requests: Amounts, limits: Amounts, what: string, notes: string[]): Container => {
  const given = container.resources ?? {};
  const filledRequests = fill(given.requests ?? {}, requests);
  const filledLimits = fill(given.limits ?? {}, limits);
  const added = (filled: Amounts, before: Amounts = {}): string =>
    Object.keys(filled)
      .filter((name) => before[name] === undefined)
      .sort()
      .join(", ");
  const addedRequests = added(filledRequests, given.requests);
  const addedLimits = added(filledLimits, given.limits);
  if (addedRequests !== "") notes.push(`${addedRequests} request for ${what} ${container.name}`);
  if (addedLimits !== "") notes.push(`${addedLimits} limit for ${what} ${container.name}`);
  if (addedRequests === "" && addedLimits === "") return container;
  const resources = {
    ...given,
    ...(Object.keys(filledLimits).length > 0 && { limits: filledLimits }),
    ...(Object.keys(filledRequests).length > 0 && { requests: filledRequests }),
  };
  return { ...container, resources };
};

const podProblems = (range: LimitRange, { spec }: Pod): readonly string[] =>
  (range.spec.limits ?? []).flatMap((limit) => {
    if (limit.type === "Pod") return constraintProblems(limit, podRequests(spec), podLimits(spec));
    if (limit.type !== "Container") return [];
    return [...spec.containers, ...(spec.initContainers ?? [])].flatMap(({ resources }) =>
      constraintProblems(limit, resources?.requests ?? {}, resources?.limits ?? {}),
    );
  });

const claimProblems = (range: LimitRange, { spec }: PersistentVolumeClaim): readonly string[] =>
  range.spec.limits
    .filter(({ type }) => type === "PersistentVolumeClaim")
    .flatMap((limit) => {
      const requests = spec.resources?.requests ?? {};
      const tooSmall = sorted(limit.min).map(([name, min]) => minProblem(limit.type, name, min, requests, {}));
      const tooLarge = sorted(limit.max).map(([name, max]) => maxRequestProblem(limit.type, name, max, requests));
      return [...tooSmall, ...tooLarge].filter((problem) => problem !== undefined);
    });

const constraintProblems = (limit: Limit, requests: Amounts, limits: Amounts): readonly string[] =>
  [
    ...sorted(limit.min).map(([name, min]) => minProblem(limit.type, name, min, requests, limits)),
    ...sorted(limit.max).map(([name, max]) => maxProblem(limit.type, name, max, requests, limits)),
    ...sorted(limit.maxLimitRequestRatio).map(([name, ratio]) => ratioProblem(limit.type, name, ratio, requests, limits)),
  ].filter((problem) => problem !== undefined);

/** The server walks its maps in random order; here the order is fixed. */
const sorted = (amounts: Amounts = {}): readonly (readonly [string, string])[] =>
  Object.keys(amounts)
    .sort()
    .map((name) => [name, amounts[name] as string] as const);

const minProblem = (type: string, name: string, min: string, requests: Amounts, limits: Amounts): string | undefined => {
  const text = `minimum ${name} usage per ${type} is ${min}`;
  const request = requests[name];
  const limit = limits[name];
  if (request === undefined) return `${text}.  No request is specified`;
  if (compareQuantities(request, min) < 0) return `${text}, but request is ${request}`;
  return limit !== undefined && compareQuantities(limit, min) < 0 ? `${text}, but limit is ${limit}` : undefined;
};

const maxProblem = (type: string, name: string, max: string, requests: Amounts, limits: Amounts): string | undefined => {
  const text = `maximum ${name} usage per ${type} is ${max}`;
  const limit = limits[name];
  const request = requests[name];
  if (limit === undefined) return `${text}.  No limit is specified`;
  if (compareQuantities(limit, max) > 0) return `${text}, but limit is ${limit}`;
  return request !== undefined && compareQuantities(request, max) > 0 ? `${text}, but request is ${request}` : undefined;
};

const maxRequestProblem = (type: string, name: string, max: string, requests: Amounts): string | undefined => {
  const text = `maximum ${name} usage per ${type} is ${max}`;
  const request = requests[name];
  if (request === undefined) return `${text}.  No request is specified`;
  return compareQuantities(request, max) > 0 ? `${text}, but request is ${request}` : undefined;
};

const ratioProblem = (type: string, name: string, max: string, requests: Amounts, limits: Amounts): string | undefined => {
  const text = `${name} max limit to request ratio per ${type} is ${max}`;
  const request = milliValue(requests[name]);
  const limit = milliValue(limits[name]);
  if (request === 0) return `${text}, but no request is specified or request is 0`;
  if (limit === 0) return `${text}, but no limit is specified or limit is 0`;
  return (limit / request) * 1000 > milliValue(max) ? `${text}, but provided ratio is ${(limit / request).toFixed(6)}` : undefined;
};
