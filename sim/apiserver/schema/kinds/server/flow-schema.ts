import { isSameJson } from "#core/canonical-json.ts";
import { labelProblems, subdomainProblems } from "#kube/objects/names.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { type FieldError, forbiddenField, inOrder, invalidEach, invalidValue, required, unsupported } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";

interface FlowSchema extends KubeObject {
  readonly spec: FlowSchemaSpec;
}

interface FlowSchemaSpec {
  readonly priorityLevelConfiguration?: Named;
  readonly matchingPrecedence?: number;
  readonly distinguisherMethod?: { readonly type?: string };
  readonly rules?: readonly FlowRule[];
}

interface Named {
  readonly name?: string;
  readonly namespace?: string;
}

interface Subject {
  readonly kind?: string;
  readonly user?: Named;
  readonly group?: Named;
  readonly serviceAccount?: Named;
}

interface FlowRule {
  readonly subjects?: readonly Subject[];
  readonly resourceRules?: readonly ResourceRule[];
  readonly nonResourceRules?: readonly PathRule[];
}

/** Rule of a review; lists are written as null when they are empty. */
interface ResourceRule {
  readonly verbs: readonly string[] | null;
  readonly apiGroups: readonly string[] | null;
  readonly resources: readonly string[] | null;
  readonly clusterScope?: boolean;
  readonly namespaces: readonly string[] | null;
}

interface PathRule {
  readonly verbs?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** Strategy of FlowSchemas, which assign requests to priority levels. */
export const flowSchemaKind = defineKind<FlowSchema>({
  hasGeneration: true,
  hasStatus: true,
  validate: ({ metadata, spec = {} }, errors) => {
    const { matchingPrecedence: precedence = 0, distinguisherMethod: method, priorityLevelConfiguration: level, rules = [] } = spec;
    const place = "spec.matchingPrecedence";
    if (precedence <= 0) errors.push(invalidValue(place, precedence, "must be a positive value"));
    if (precedence > PRECEDENCE_MAX) errors.push(invalidValue(place, precedence, `must not be greater than ${PRECEDENCE_MAX}`));
    if (precedence === 1 && metadata.name !== "exempt")
      errors.push(invalidValue(place, precedence, "only the schema named 'exempt' may have matchingPrecedence 1"));
    if (method !== undefined && !METHODS.includes(method.type ?? ""))
      errors.push(unsupported("spec.distinguisherMethod.type", { Type: method.type ?? "" }, METHODS));
    const levelPlace = "spec.priorityLevelConfiguration.name";
    if (level?.name) errors.push(...invalidEach(levelPlace, level.name, subdomainProblems(level.name)));
    else errors.push(required(levelPlace, "must reference a priority level"));
    for (const [i, rule] of rules.entries()) errors.push(...ruleErrors(rule, `spec.rules[${i}]`));
  },
  validateUpdate: ({ metadata: { name }, spec }, old, errors) => {
    if (!MANDATORY.includes(name) || isSameJson(spec, old.spec)) return;
    errors.push(invalidValue("spec", inOrder(insideOf(spec)), `spec of '${name}' must equal the fixed value`));
  },
});

const PRECEDENCE_MAX = 10_000;
const METHODS = ["ByNamespace", "ByUser"];
const VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"];

/** Flow schemas that the server requires. */
const MANDATORY = ["catch-all", "exempt"];

const ruleErrors = ({ subjects = [], resourceRules = [], nonResourceRules = [] }: FlowRule, path: string): readonly FieldError[] => {
  const errors: FieldError[] = [];
  if (subjects.length === 0) errors.push(required(`${path}.subjects`, "subjects must contain at least one value"));
  for (const [i, subject] of subjects.entries()) errors.push(...subjectErrors(subject, `${path}.subjects[${i}]`));
  if (resourceRules.length + nonResourceRules.length === 0)
    errors.push(required(path, "at least one of resourceRules and nonResourceRules has to be non-empty"));
  for (const [i, rule] of resourceRules.entries()) errors.push(...resourceRuleErrors(rule, `${path}.resourceRules[${i}]`));
  for (const [i, rule] of nonResourceRules.entries()) errors.push(...pathRuleErrors(rule, `${path}.nonResourceRules[${i}]`));
  return errors;
};

/** Kinds of subjects, and the member that names one. */
const SUBJECTS = { ServiceAccount: "serviceAccount", User: "user", Group: "group" } as const;

const subjectErrors = (subject: Subject, path: string): readonly FieldError[] => {
  const kind = subject.kind as keyof typeof SUBJECTS;
  if (!Object.hasOwn(SUBJECTS, subject.kind ?? ""))
    return [unsupported(`${path}.kind`, subject.kind ?? "", ["Group", "ServiceAccount", "User"])];
  const member = SUBJECTS[kind];
  const who = subject[member];
  const place = `${path}.${member}`;
  const errors =
    who === undefined ? [required(place, `${member} is required when subject kind is '${kind}'`)] : [...whoErrors(who, kind, place)];
  for (const [otherKind, other] of Object.entries(SUBJECTS)) {
    if (other === member || subject[other] === undefined) continue;
    errors.push(forbiddenField(`${path}.${other}`, `${other} is forbidden when subject kind is not '${otherKind}'`));
  }
  return errors;
};

const whoErrors = ({ name, namespace }: Named, kind: string, path: string): readonly FieldError[] => {
  if (kind !== "ServiceAccount") return name ? [] : [required(`${path}.name`)];
  const named = name && name !== "*" ? invalidEach(`${path}.name`, name, subdomainProblems(name)) : [];
  return [
    ...(name ? named : [required(`${path}.name`)]),
    ...(namespace
      ? invalidEach(`${path}.namespace`, namespace, labelProblems(namespace))
      : [required(`${path}.namespace`, "must specify namespace for service account")]),
  ];
};

const verbErrors = (verbs: readonly string[], path: string): readonly FieldError[] => {
  if (verbs.length === 0) return [required(path, "verbs must contain at least one value")];
  if (verbs.includes("*")) return onlyStar(verbs, path, "verbs");
  return verbs.every((verb) => VERBS.includes(verb)) ? [] : [unsupported(path, verbs, VERBS)];
};

const onlyStar = (values: readonly string[], path: string, what: string): readonly FieldError[] =>
  values.length > 1 && values.includes("*") ? [invalidValue(path, values, `if '*' is present, must not specify other ${what}`)] : [];

const resourceRuleErrors = (rule: ResourceRule, path: string): readonly FieldError[] => {
  const [apiGroups, resources] = [rule.apiGroups ?? [], rule.resources ?? []];
  return [
    ...verbErrors(rule.verbs ?? [], `${path}.verbs`),
    ...(apiGroups.length === 0
      ? [required(`${path}.apiGroups`, "resource rules must supply at least one api group")]
      : onlyStar(apiGroups, `${path}.apiGroups`, "api groups")),
    ...(resources.length === 0
      ? [required(`${path}.resources`, "resource rules must supply at least one resource")]
      : onlyStar(resources, `${path}.resources`, "resources")),
    ...namespaceErrors(rule.namespaces ?? [], rule.clusterScope === true, `${path}.namespaces`),
  ];
};

const namespaceErrors = (namespaces: readonly string[], isClusterWide: boolean, path: string): readonly FieldError[] => {
  if (namespaces.length === 0 && !isClusterWide)
    return [required(path, "resource rules that are not cluster scoped must supply at least one namespace")];
  if (namespaces.includes("*")) return onlyStar(namespaces, path, "namespaces");
  const intro = "each member of this list must be '*' or a DNS-1123 label; ";
  return namespaces.flatMap((name, i) =>
    invalidEach(
      `${path}[${i}]`,
      name,
      labelProblems(name).map((problem) => `${intro}${problem}`),
    ),
  );
};

const pathRuleErrors = ({ verbs = [], nonResourceURLs: paths = [] }: PathRule, path: string): readonly FieldError[] => {
  const place = `${path}.nonResourceURLs`;
  const errors = [...verbErrors(verbs, `${path}.verbs`)];
  if (paths.length === 0) errors.push(required(place, "nonResourceURLs must contain at least one value"));
  else if (paths.includes("*")) errors.push(...onlyStar(paths, place, "non-resource URLs"));
  else
    for (const [i, url] of paths.entries()) {
      const problem = urlPathProblem(url);
      if (problem !== undefined) errors.push(invalidValue(`${place}[${i}]`, url, problem));
    }
  return errors;
};

const urlPathProblem = (url: string): string | undefined => {
  if (url === "") return "must not be empty";
  if (url === "/") return undefined;
  if (!url.startsWith("/")) return "must start with slash";
  if (url.includes(" ")) return "must not contain white-space";
  if (url.includes("//")) return "must not contain double slash";
  const stars = url.split("*").length - 1;
  return stars > 1 || (stars === 1 && !url.endsWith("/*")) ? "wildcard can only do suffix matching" : undefined;
};

/** Internal form of a spec: all members, under Go's names. */
const insideOf = ({ priorityLevelConfiguration, matchingPrecedence = 0, distinguisherMethod, rules }: FlowSchemaSpec): object => ({
  PriorityLevelConfiguration: { Name: priorityLevelConfiguration?.name ?? "" },
  MatchingPrecedence: matchingPrecedence,
  DistinguisherMethod: distinguisherMethod === undefined ? null : { Type: distinguisherMethod.type ?? "" },
  Rules:
    rules?.map(({ subjects, resourceRules, nonResourceRules }) => ({
      Subjects: subjects?.map(insideOfSubject) ?? null,
      ResourceRules: resourceRules?.map(insideOfResourceRule) ?? null,
      NonResourceRules:
        nonResourceRules?.map(({ verbs, nonResourceURLs }) => ({ Verbs: verbs ?? null, NonResourceURLs: nonResourceURLs ?? null })) ?? null,
    })) ?? null,
});

const insideOfSubject = ({ kind = "", user, group, serviceAccount }: Subject): object => ({
  Kind: kind,
  User: user === undefined ? null : { Name: user.name ?? "" },
  Group: group === undefined ? null : { Name: group.name ?? "" },
  ServiceAccount: serviceAccount === undefined ? null : { Namespace: serviceAccount.namespace ?? "", Name: serviceAccount.name ?? "" },
});

const insideOfResourceRule = ({ verbs, apiGroups, resources, clusterScope = false, namespaces }: ResourceRule): object => ({
  Verbs: verbs,
  APIGroups: apiGroups,
  Resources: resources,
  ClusterScope: clusterScope,
  Namespaces: namespaces,
});
