import type { WebhookRule } from "#kube/types/webhooks.ts";
import { type FieldError, invalidValue, required, unsupported } from "../../schema/field-error.ts";

/** Field errors of a rule that selects requests for a webhook or a policy. */
export const ruleErrors = (
  { operations = [], apiGroups = [], apiVersions = [], resources = [], scope }: Partial<WebhookRule>,
  path: string,
): readonly FieldError[] => {
  const errors: FieldError[] = [...listErrors(operations, `${path}.operations`, "operations")];
  operations.forEach((operation, i) => {
    if (!OPERATIONS.includes(operation)) errors.push(unsupported(`${path}.operations[${i}]`, operation, OPERATIONS));
  });
  errors.push(...listErrors(apiGroups, `${path}.apiGroups`, "API groups"));
  errors.push(...listErrors(apiVersions, `${path}.apiVersions`, "API versions"));
  apiVersions.forEach((version, i) => {
    if (version === "") errors.push(required(`${path}.apiVersions[${i}]`));
  });
  errors.push(...resourceErrors(resources, `${path}.resources`));
  if (scope !== undefined && !SCOPES.includes(scope)) errors.push(unsupported(`${path}.scope`, scope, SCOPES));
  return errors;
};

const OPERATIONS = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
const SCOPES = ["*", "Cluster", "Namespaced"];

const listErrors = (values: readonly string[], path: string, what: string): readonly FieldError[] => {
  if (values.length === 0) return [required(path)];
  return values.length > 1 && values.includes("*") ? [invalidValue(path, values, `if '*' is present, must not specify other ${what}`)] : [];
};

const resourceErrors = (resources: readonly string[], path: string): readonly FieldError[] => {
  if (resources.length === 0) return [required(path)];
  const errors: FieldError[] = [];
  const [wholeResources, wholeSubresources] = [new Set<string>(), new Set<string>()];
  let endsPlain = false;
  for (const [i, text] of resources.entries()) {
    const place = `${path}[${i}]`;
    const slash = text.indexOf("/");
    if (text === "") errors.push(required(place));
    // The last one that has no part decides.
    else if (slash < 0) endsPlain = text !== "*";
    if (slash < 0) continue;
    const [resource, part] = [text.slice(0, slash), text.slice(slash + 1)];
    if (wholeResources.has(resource)) errors.push(invalidValue(place, text, `if '${resource}/*' is present, must not specify ${text}`));
    if (wholeSubresources.has(part)) errors.push(invalidValue(place, text, `if '*/${part}' is present, must not specify ${text}`));
    if (part === "*") wholeResources.add(resource);
    if (resource === "*") wholeSubresources.add(part);
  }
  if (resources.length > 1 && resources.includes("*/*"))
    errors.push(invalidValue(path, resources, "if '*/*' is present, must not specify other resources"));
  if (resources.includes("*") && endsPlain)
    errors.push(invalidValue(path, resources, "if '*' is present, must not specify other resources without subresources"));
  return errors;
};
