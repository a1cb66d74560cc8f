import { decodeBase64Text } from "#core/base64.ts";
import { isSameJson } from "#core/canonical-json.ts";
import { toTimestamp } from "#core/timestamp.ts";
import { subdomainProblems } from "#kube/objects/names.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { duplicate, type FieldError, forbiddenField, invalidEach, invalidValue, required, unsupported } from "../field-error.ts";
import { defineKind } from "../kind-strategy.ts";

/** Strategy of CertificateSigningRequests: the server records the requester, and only approval and status change later. */
export const certificateRequestKind = defineKind<CertificateRequest>({
  hasStatus: true,
  nameRule: "path-segment",
  fields: { "spec.signerName": ({ spec }) => spec.signerName ?? "" },
  prepareCreate: (request, { user }) => {
    const { username: _name, uid: _uid, groups: _groups, extra: _extra, ...spec } = request.spec;
    const { username, uid, groups, extra } = user;
    return { ...request, spec: { ...spec, groups, username, ...(uid && { uid }), ...(extra && { extra }) }, status: {} };
  },
  prepareUpdate: (request, old) => ({ ...request, spec: old.spec, status: old.status ?? {} }),
  prepareStatus: (request, old, { world, subresource }) => {
    const given = request.status?.conditions ?? [];
    const isApproval = subresource === "approval";
    const conditions = isApproval ? given : [...given.filter(({ type }) => !DECISIONS.has(type)), ...decisionsOf(old)];
    const status = { ...(isApproval ? old.status : request.status), conditions: withTimes(conditions, old, toTimestamp(world.nowMs())) };
    return { ...request, status: conditions.length === 0 ? withoutConditions(status) : status };
  },
  validate: ({ spec }, errors) => {
    const { request = "", usages = [], signerName = "", expirationSeconds } = spec;
    const problem = requestProblem(request);
    if (problem !== undefined) errors.push(invalidValue("spec.request", request === "" ? null : request, problem));
    if (usages.length === 0) errors.push(required("spec.usages"));
    usages.forEach((usage, i) => {
      if (!USAGES.includes(usage)) errors.push(unsupported(`spec.usages[${i}]`, usage, USAGES));
    });
    usages.forEach((usage, i) => {
      if (usages.indexOf(usage) < i) errors.push(duplicate(`spec.usages[${i}]`, usage));
    });
    errors.push(...signerErrors(signerName));
    if (expirationSeconds !== undefined && expirationSeconds < 600) {
      const detail = "may not specify a duration less than 600 seconds (10 minutes)";
      errors.push(invalidValue("spec.expirationSeconds", expirationSeconds, detail));
    }
  },
  validateStatus: (request, errors, old) => errors.push(...conditionErrors(request), ...removalErrors(request, old)),
});

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastUpdateTime?: string | null;
  readonly lastTransitionTime?: string | null;
}

interface CertificateRequest extends KubeObject {
  readonly spec: {
    readonly request?: string;
    readonly signerName?: string;
    readonly expirationSeconds?: number;
    readonly usages?: readonly string[];
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: unknown;
  };
  readonly status?: { readonly conditions?: readonly Condition[]; readonly certificate?: string };
}

const DECISIONS: ReadonlySet<string> = new Set(["Approved", "Denied"]);
const FINAL = ["Approved", "Denied", "Failed"];
const PATH = "status.conditions";

const USAGES = [
  "any",
  "cert sign",
  "client auth",
  "code signing",
  "content commitment",
  "crl sign",
  "data encipherment",
  "decipher only",
  "digital signature",
  "email protection",
  "encipher only",
  "ipsec end system",
  "ipsec tunnel",
  "ipsec user",
  "key agreement",
  "key encipherment",
  "microsoft sgc",
  "netscape sgc",
  "ocsp signing",
  "s/mime",
  "server auth",
  "signing",
  "timestamping",
];

const decisionsOf = ({ status }: CertificateRequest): readonly Condition[] =>
  (status?.conditions ?? []).filter(({ type }) => DECISIONS.has(type));

const withoutConditions = (status: NonNullable<CertificateRequest["status"]>): NonNullable<CertificateRequest["status"]> => {
  const { conditions: _none, ...rest } = status;
  return rest;
};

const withTimes = (conditions: readonly Condition[], old: CertificateRequest, now: string): readonly Condition[] =>
  conditions.map((condition) => {
    const same = (old.status?.conditions ?? []).find(({ type, status }) => type === condition.type && status === condition.status);
    const lastTransitionTime = condition.lastTransitionTime ?? same?.lastTransitionTime ?? now;
    return { ...condition, lastUpdateTime: condition.lastUpdateTime ?? now, lastTransitionTime };
  });

/** Error of a request that is no PEM in base64; the content of the block is not read. */
const requestProblem = (request: string): string | undefined => {
  const text = decodeBase64Text(request);
  const type = /-----BEGIN ([^-\n]+)-----\r?\n[\s\S]*?\n-----END \1-----/.exec(text)?.[1];
  return type === "CERTIFICATE REQUEST" || type === "NEW CERTIFICATE REQUEST" ? undefined : "PEM block type must be CERTIFICATE REQUEST";
};

const signerErrors = (name: string): readonly FieldError[] => {
  const path = "spec.signerName";
  if (name === "kubernetes.io/legacy-unknown")
    return [invalidValue(path, name, "the legacy signerName is not allowed via this API version")];
  if (name === "") return [required(path)];
  const [domain = "", end = "", ...more] = name.split("/");
  if (!name.includes("/") || more.length > 0) {
    return [invalidValue(path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'")];
  }
  const short = domain.includes(".") ? [] : [invalidValue(path, domain, "should be a domain with at least two segments separated by dots")];
  return [...invalidEach(path, domain, subdomainProblems(domain)), ...short, ...invalidEach(path, end, subdomainProblems(end))];
};

const conditionErrors = ({ status }: CertificateRequest): readonly FieldError[] => {
  const conditions = status?.conditions ?? [];
  return conditions.flatMap(({ type, status: value }, i) => {
    const allowed = FINAL.includes(type) ? ["True"] : ["False", "True", "Unknown"];
    const before = conditions.slice(0, i).map((condition) => condition.type);
    const other = type === "Approved" ? "Denied" : type === "Denied" ? "Approved" : undefined;
    return [
      ...(type ? [] : [required(`${PATH}[${i}].type`)]),
      ...(value ? [] : [required(`${PATH}[${i}].status`)]),
      ...(value && !allowed.includes(value) ? [unsupported(`${PATH}[${i}].status`, value, allowed)] : []),
      ...(other && before.includes(other) ? [invalidValue(PATH, type, "Approved and Denied conditions are mutually exclusive")] : []),
      ...(before.includes(type) ? [duplicate(`${PATH}[${i}].type`, type)] : []),
    ];
  });
};

const removalErrors = (request: CertificateRequest, old: CertificateRequest): readonly FieldError[] =>
  FINAL.flatMap((type) => {
    const of = ({ status }: CertificateRequest): readonly Condition[] =>
      (status?.conditions ?? []).filter((condition) => condition.type === type);
    const isFewer = of(request).length < of(old).length && !isSameJson(of(request), of(old));
    return isFewer ? [forbiddenField(PATH, `updates may not remove a condition of type ${JSON.stringify(type)}`)] : [];
  });
