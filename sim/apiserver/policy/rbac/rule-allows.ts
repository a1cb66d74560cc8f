import type { PolicyRule } from "#kube/types/cluster.ts";

/** Access that a user asks for. */
export interface AccessAttributes {
  readonly verb: string;
  readonly group?: string | undefined;
  /** Plural, with the subresource: `pods`, `pods/log`; undefined for a path that is no resource. */
  readonly resource?: string | undefined;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  /** For a path that is no resource: `/metrics`. */
  readonly path?: string | undefined;
}

/** True when the rule grants the access. */
export const ruleAllows = (rule: PolicyRule, { verb, group = "", resource, name, path }: AccessAttributes): boolean => {
  if (!includesOrAll(rule.verbs, verb)) return false;
  if (path !== undefined) return (rule.nonResourceURLs ?? []).some((pattern) => matchesPath(pattern, path));
  if (resource === undefined || !includesOrAll(rule.apiGroups ?? [], group)) return false;
  if (!matchesResource(rule.resources ?? [], resource)) return false;
  const names = rule.resourceNames ?? [];
  return names.length === 0 || (name !== undefined && names.includes(name));
};

const includesOrAll = (list: readonly string[], value: string): boolean => list.includes("*") || list.includes(value);

const matchesPath = (pattern: string, path: string): boolean =>
  pattern === "*" || pattern === path || (pattern.endsWith("*") && path.startsWith(pattern.slice(0, -1)));

/** `pods/log`, `pods/*` and `*\/log` are the three ways to name a subresource. */
const matchesResource = (patterns: readonly string[], resource: string): boolean => {
  if (includesOrAll(patterns, resource)) return true;
  const slash = resource.indexOf("/");
  return slash !== -1 && patterns.includes(`*${resource.slice(slash)}`);
};
