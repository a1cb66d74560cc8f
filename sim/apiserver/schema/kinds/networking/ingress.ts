import { dns1035Problems, labelProblems, portNameProblems, subdomainProblems, wildcardProblems } from "#kube/objects/names.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Ingress } from "#kube/types/network.ts";
import { type FieldError, forbiddenField, invalidEach, invalidValue, required, tooLong, unsupported } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";
import { ipFamily } from "../../validation/addresses.ts";
import { validatePortNumber } from "../../validation/container.ts";
import { domainPathErrors } from "../../validation/domain-path.ts";
import { immutable } from "../../validation/immutable.ts";
import { validateKindAndName } from "../../validation/kind-and-name.ts";

/** Strategy of Ingresses. */
export const ingressKind = defineKind<Ingress>({
  hasGeneration: true,
  hasStatus: true,
  validate: ({ spec }, errors) => {
    const { rules = [], tls = [], defaultBackend, ingressClassName } = spec;
    if (rules.length === 0 && defaultBackend === undefined) {
      errors.push(invalidValue("spec", spec.rules, "either `defaultBackend` or `rules` must be specified"));
    }
    if (defaultBackend !== undefined) validateBackend(defaultBackend as Backend, "spec.defaultBackend", errors);
    for (const [i, rule] of rules.entries()) validateRule(rule, `spec.rules[${i}]`, errors);
    for (const [i, entry] of tls.entries()) validateTls(entry, `spec.tls[${i}]`, errors);
    if (ingressClassName !== undefined) {
      errors.push(...invalidEach("spec.ingressClassName", ingressClassName, subdomainProblems(ingressClassName)));
    }
  },
});

type IngressRule = NonNullable<Ingress["spec"]["rules"]>[number];
type IngressPath = NonNullable<IngressRule["http"]>["paths"][number];

const hostProblems = (host: string): readonly string[] => (host.includes("*") ? wildcardProblems(host) : subdomainProblems(host));

const validateRule = ({ host, http }: IngressRule, path: string, errors: FieldError[]): void => {
  if (host) {
    if (ipFamily(host) !== undefined) errors.push(invalidValue(`${path}.host`, host, "must be a DNS name, not an IP address"));
    errors.push(...invalidEach(`${path}.host`, host, hostProblems(host)));
  }
  if (http === undefined) return;
  if ((http.paths ?? []).length === 0) errors.push(required(`${path}.http.paths`));
  for (const [i, entry] of (http.paths ?? []).entries()) validatePath(entry, `${path}.http.paths[${i}]`, errors);
};

const validateTls = (
  { hosts = [], secretName }: { readonly hosts?: readonly string[]; readonly secretName?: string },
  path: string,
  errors: FieldError[],
): void => {
  for (const [i, host] of hosts.entries()) errors.push(...invalidEach(`${path}.hosts[${i}]`, host, hostProblems(host)));
  if (secretName) errors.push(...invalidEach(`${path}.secretName`, secretName, subdomainProblems(secretName)));
};

const PATH_TYPES = ["Exact", "ImplementationSpecific", "Prefix"];
const BAD_SEQUENCES = ["//", "/./", "/../", "%2f", "%2F"];
const BAD_ENDS = ["/..", "/."];

const validatePath = ({ path = "", pathType, backend }: IngressPath, place: string, errors: FieldError[]): void => {
  if (pathType === undefined) return void errors.push(required(`${place}.pathType`, "pathType must be specified"));
  const refuse = (detail: string): unknown => errors.push(invalidValue(`${place}.path`, path, detail));
  if (!PATH_TYPES.includes(pathType)) errors.push(unsupported(`${place}.pathType`, pathType, PATH_TYPES));
  else if (pathType === "ImplementationSpecific") {
    if (path !== "" && !path.startsWith("/")) refuse("must be an absolute path");
  } else {
    if (!path.startsWith("/")) refuse("must be an absolute path");
    for (const sequence of BAD_SEQUENCES) if (path.includes(sequence)) refuse(`must not contain '${sequence}'`);
    for (const end of BAD_ENDS) if (path.endsWith(end)) refuse(`cannot end with '${end}'`);
  }
  validateBackend((backend ?? {}) as Backend, `${place}.backend`, errors);
};

interface Reference {
  readonly apiGroup?: string;
  readonly kind?: string;
  readonly name?: string;
}

interface Backend {
  readonly resource?: Reference;
  readonly service?: { readonly name?: string; readonly port?: { readonly name?: string; readonly number?: number } };
}

const validateBackend = ({ resource, service }: Backend, path: string, errors: FieldError[]): void => {
  if (resource !== undefined && service !== undefined) {
    errors.push(invalidValue(path, "", "cannot set both resource and service backends"));
  } else if (resource !== undefined) validateReference(resource, `${path}.resource`, errors);
  else if (service !== undefined) validateService(service, path, errors);
  else errors.push(invalidValue(path, "", "resource or service backend is required"));
};

const validateService = ({ name, port }: NonNullable<Backend["service"]>, path: string, errors: FieldError[]): void => {
  if (!name) errors.push(required(`${path}.service.name`));
  else errors.push(...invalidEach(`${path}.service.name`, name, dns1035Problems(name)));
  if (port?.name && port.number) errors.push(invalidValue(path, "", "cannot set both port name & port number"));
  else if (port?.name) errors.push(...invalidEach(`${path}.service.port.name`, port.name, portNameProblems(port.name)));
  else if (port?.number) validatePortNumber(port.number, `${path}.service.port.number`, errors);
  else errors.push(required(path, "port name or number is required"));
};

const validateReference = (reference: Reference, path: string, errors: FieldError[]): void => {
  const { apiGroup } = reference;
  if (apiGroup) errors.push(...invalidEach(`${path}.apiGroup`, apiGroup, subdomainProblems(apiGroup)));
  validateKindAndName(reference, path, errors);
};

interface IngressClass extends KubeObject {
  readonly spec?: {
    readonly controller?: string;
    readonly parameters?: Reference & { readonly scope?: string; readonly namespace?: string };
  };
}

/** Strategy of IngressClasses, which name an Ingress controller. */
export const ingressClassKind = defineKind<IngressClass>({
  hasGeneration: true,
  validate: ({ spec }, errors) => {
    const controller = spec?.controller ?? "";
    if (controller.length > 250) errors.push(tooLong("spec.controller", 250));
    errors.push(...domainPathErrors("spec.controller", controller));
    if (spec?.parameters !== undefined) validateParameters(spec.parameters, "spec.parameters", errors);
  },
  validateUpdate: ({ spec }, old, errors) => immutable(spec?.controller, old.spec?.controller, "spec.controller", errors),
});

const validateParameters = (
  parameters: NonNullable<NonNullable<IngressClass["spec"]>["parameters"]>,
  path: string,
  errors: FieldError[],
): void => {
  validateReference(parameters, path, errors);
  const { scope, namespace } = parameters;
  if (scope === undefined) errors.push(required(`${path}.scope`));
  else if (scope !== "Cluster" && scope !== "Namespace") errors.push(unsupported(`${path}.scope`, scope, ["Cluster", "Namespace"]));
  else if (scope === "Cluster") {
    if (namespace !== undefined) errors.push(forbiddenField(`${path}.namespace`, "`parameters.scope` is set to 'Cluster'"));
  } else if (namespace === undefined) errors.push(required(`${path}.namespace`, "`parameters.scope` is set to 'Namespace'"));
  else errors.push(...invalidEach(`${path}.namespace`, namespace, labelProblems(namespace)));
};
