import { decodeBase64 } from "#core/base64.ts";
import { dns1035Problems, pathSegmentProblems, subdomainProblems } from "#kube/objects/names.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { type FieldError, invalidEach, invalidValue, required, unsupported } from "../../field-error.ts";
import { defineKind } from "../../kind-strategy.ts";

interface ApiService extends KubeObject {
  readonly spec?: ApiServiceSpec;
  readonly status?: { readonly conditions?: readonly { readonly status?: string }[] };
}

interface ApiServiceSpec {
  readonly group?: string;
  readonly version?: string;
  readonly groupPriorityMinimum?: number;
  readonly versionPriority?: number;
  readonly insecureSkipTLSVerify?: boolean;
  readonly caBundle?: string;
  readonly service?: { readonly namespace?: string; readonly name?: string; readonly port?: number };
}

/** Strategy of APIServices, which name the server of a version of a group. */
export const apiServiceKind = defineKind<ApiService>({
  nameRule: "path-segment",
  hasStatus: true,
  requiresResourceVersion: true,
  validate: ({ metadata: { name }, spec = {} }, errors) => {
    const wanted = `${spec.version ?? ""}.${spec.group ?? ""}`;
    if (name !== "" && name !== wanted && pathSegmentProblems(name).length === 0) {
      errors.push(invalidValue("metadata.name", name, `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`));
    }
    errors.push(...versionErrors(spec), ...priorityErrors(spec));
    errors.push(...(spec.service === undefined ? localErrors(spec) : remoteErrors(spec, spec.service)));
  },
  validateStatus: ({ status }, errors) => {
    for (const [i, condition] of (status?.conditions ?? []).entries()) {
      const given = condition.status ?? "";
      if (!TRUTHS.includes(given)) errors.push(unsupported(`status.conditions[${i}].status`, given, TRUTHS));
    }
  },
});

const TRUTHS = ["True", "False", "Unknown"];

const versionErrors = ({ group = "", version = "" }: ApiServiceSpec): readonly FieldError[] => {
  const errors: FieldError[] = [];
  if (group === "" && version !== "v1") errors.push(required("spec.group", "only v1 may have an empty group and it better be legacy kube"));
  if (group !== "") errors.push(...invalidEach("spec.group", group, subdomainProblems(group)));
  return [...errors, ...invalidEach("spec.version", version, dns1035Problems(version))];
};

/** Largest allowed priorities; the server's text says "less than" and includes the bound itself. */
const PRIORITIES = [
  ["groupPriorityMinimum", 20_000],
  ["versionPriority", 1_000],
] as const;

const priorityErrors = (spec: ApiServiceSpec): readonly FieldError[] =>
  PRIORITIES.flatMap(([member, most]) => {
    const value = spec[member] ?? 0;
    return value > 0 && value <= most ? [] : [invalidValue(`spec.${member}`, value, `must be positive and less than ${most}`)];
  });

const localErrors = ({ caBundle = "", insecureSkipTLSVerify: isInsecure }: ApiServiceSpec): readonly FieldError[] => {
  const errors: FieldError[] = [];
  if (caBundle !== "")
    errors.push(invalidValue("spec.caBundle", `${decodeBase64(caBundle).length} bytes`, "local APIServices may not have a caBundle"));
  if (isInsecure === true)
    errors.push(invalidValue("spec.insecureSkipTLSVerify", true, "local APIServices may not have insecureSkipTLSVerify"));
  return errors;
};

const remoteErrors = (
  { caBundle, insecureSkipTLSVerify: isInsecure }: ApiServiceSpec,
  { namespace, name, port = 0 }: NonNullable<ApiServiceSpec["service"]>,
): readonly FieldError[] => {
  const errors: FieldError[] = [];
  if (!namespace) errors.push(required("spec.service.namespace"));
  if (!name) errors.push(required("spec.service.name"));
  if (port < 1 || port > 65_535)
    errors.push(invalidValue("spec.service.port", port, "port is not valid: must be between 1 and 65535, inclusive"));
  if (isInsecure === true && caBundle)
    errors.push(invalidValue("spec.insecureSkipTLSVerify", true, "may not be true if caBundle is present"));
  return errors;
};
