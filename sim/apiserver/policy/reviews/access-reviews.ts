import { ok } from "#core/result.ts";
import { toTimestamp } from "#core/timestamp.ts";
import { encodeManagers, NO_MANAGERS } from "#kube/structured-merge/managers.ts";
import type { PolicyRule } from "#kube/types/cluster.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { type ApiAnswer, type ApiRequest, answer, refuse } from "../../http/api-request.ts";
import type { UserInfo } from "../../http/client.ts";
import { badRequest, invalid } from "../../http/status.ts";
import { type GoTypes, goTypeProblem, withoutNulls } from "../../schema/codec/go-types.ts";
import { sentAs } from "../../schema/codec/sent-as.ts";
import { type FieldError, inOrder, invalidValue } from "../../schema/field-error.ts";
import { requestContext } from "../../schema/registry.ts";
import { managerOfUserAgent } from "../../write/apply/manager-name.ts";
import { managersAfterWrite } from "../../write/apply/object-managers.ts";
import { writeRecord } from "../../write/apply/write-record.ts";
import { authorize, grantsOf } from "../rbac/authorize.ts";
import type { AccessAttributes } from "../rbac/rule-allows.ts";

/** The review that a resource answers; undefined when it is none. */
export const reviewOf = (resource: string): ((world: World, namespace: string | undefined, request: ApiRequest) => ApiAnswer) | undefined =>
  REVIEWS[resource];

interface AccessSpec {
  readonly resourceAttributes?: {
    readonly verb?: string;
    readonly group?: string;
    readonly resource?: string;
    readonly subresource?: string;
    readonly name?: string;
    readonly namespace?: string;
  };
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string };
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly namespace?: string;
}

const AUTHORIZATION = "authorization.k8s.io";

const accessReview =
  (kind: string, userOf: (asking: UserInfo, spec: AccessSpec) => UserInfo) =>
  (world: World, namespace: string | undefined, request: ApiRequest): ApiAnswer => {
    const sent = sentAs<{ readonly spec?: AccessSpec }>({ group: AUTHORIZATION, version: "v1", kind }, request.body);
    if (!sent.ok) return refuse(sent.error);
    const { spec = {} } = sent.value;
    const errors = [...specErrors(spec, kind, namespace), ...nameErrors(metadataOf(world, kind, request))];
    if (errors.length > 0) return refuse(unnamedInvalid(errors));
    const { allowed, reason } = authorize(world, userOf(request.user, spec), attributesOf(spec));
    const status = { allowed, ...(reason !== "" && { reason }) };
    return answer(ok({ kind, apiVersion: `${AUTHORIZATION}/v1`, metadata: metadataOf(world, kind, request), spec, status }), 201);
  };

/** Metadata of a review: its user becomes the manager of its fields, as for any object. */
const metadataOf = (world: World, kind: string, { body, user, fieldManager, userAgent }: ApiRequest): unknown => {
  const { metadata } = body as { readonly metadata?: object };
  const manager = fieldManager || (userAgent === undefined ? undefined : managerOfUserAgent(userAgent));
  const context = requestContext(world, `${kind.toLowerCase()}s.${AUTHORIZATION}`, user, { fieldManager: manager });
  const sent = { ...(body as object), apiVersion: `${AUTHORIZATION}/v1`, kind, metadata: { ...metadata } } as unknown as KubeObject;
  const managers = managersAfterWrite(NO_MANAGERS, undefined, writeRecord(context, sent), world.nowMs());
  return { ...metadata, ...(managers.size > 0 && { managedFields: encodeManagers(managers) }) };
};

/** Field errors of an access review's spec; two of the three kinds name a user, and one of those is limited to a namespace. */
const specErrors = (spec: AccessSpec, kind: string, namespace: string | undefined): readonly FieldError[] => {
  const { resourceAttributes, nonResourceAttributes, user = "", groups = [] } = spec;
  const errors: FieldError[] = [];
  if (resourceAttributes !== undefined && nonResourceAttributes !== undefined) {
    const { path = "", verb = "" } = nonResourceAttributes;
    const shown = inOrder({ Path: path, Verb: verb });
    errors.push(invalidValue("spec.nonResourceAttributes", shown, "cannot be specified in combination with resourceAttributes"));
  }
  if (resourceAttributes === undefined && nonResourceAttributes === undefined) {
    const detail = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
    errors.push(invalidValue("spec.resourceAttributes", null, detail));
  }
  if (kind === "SelfSubjectAccessReview") return errors;
  if (user === "" && groups.length === 0) errors.push(invalidValue("spec.user", "", "at least one of user or group must be specified"));
  const within = resourceAttributes?.namespace ?? "";
  if (kind === "LocalSubjectAccessReview" && resourceAttributes !== undefined && within !== namespace) {
    errors.push(invalidValue("spec.resourceAttributes.namespace", within, "must match metadata.namespace"));
  }
  return errors;
};

/** Refuses a review with a name. */
const nameErrors = (metadata: unknown): readonly FieldError[] =>
  (metadata as { readonly name?: string }).name === undefined ? [] : [invalidValue("metadata", inOrder(metadata), "must be empty")];

/** The server loses the kind here. */
const unnamedInvalid = (errors: readonly FieldError[]): Status => {
  const status = invalid("", AUTHORIZATION, "", errors);
  const { kind: _kind, ...details } = status.details ?? {};
  return { ...status, details };
};

const attributesOf = ({ resourceAttributes, nonResourceAttributes }: AccessSpec): AccessAttributes => {
  if (nonResourceAttributes !== undefined) return { verb: nonResourceAttributes.verb ?? "", path: nonResourceAttributes.path ?? "" };
  const { verb = "", group, resource = "", subresource, name, namespace } = resourceAttributes ?? {};
  const attributes = { verb, group, resource: subresource ? `${resource}/${subresource}` : resource };
  return { ...attributes, ...(name && { name }), ...(namespace && { namespace }) };
};

const rulesReview = (world: World, _namespace: string | undefined, request: ApiRequest): ApiAnswer => {
  const sent = sentAs<{ readonly spec?: AccessSpec }>(
    { group: AUTHORIZATION, version: "v1", kind: "SelfSubjectRulesReview" },
    request.body,
  );
  if (!sent.ok) return refuse(sent.error);
  const { namespace = "" } = sent.value.spec ?? {};
  if (namespace === "") return refuse(badRequest("no namespace on request"));
  const isMaster = request.user.groups.includes("system:masters");
  const grants = grantsOf(world, request.user).filter((grant) => grant.namespace === undefined || grant.namespace === namespace);
  const rules: readonly PolicyRule[] = [...(isMaster ? EVERYTHING : []), ...grants.flatMap((grant) => grant.rules)];
  const status = {
    resourceRules: rules.filter(({ resources }) => resources !== undefined),
    nonResourceRules: rules.filter(({ nonResourceURLs }) => nonResourceURLs !== undefined),
    incomplete: false,
  };
  return answer(ok({ kind: "SelfSubjectRulesReview", apiVersion: `${AUTHORIZATION}/v1`, metadata: {}, spec: {}, status }), 201);
};

const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

const selfReview = (world: World, _namespace: string | undefined, { user }: ApiRequest): ApiAnswer => {
  const metadata = { creationTimestamp: toTimestamp(world.nowMs()) };
  const { username, uid, groups, extra } = user;
  const status = { userInfo: { username, ...(uid && { uid }), groups, ...(extra && { extra }) } };
  return answer(ok({ kind: "SelfSubjectReview", apiVersion: "authentication.k8s.io/v1", metadata, status }), 201);
};

const otherUser = (_asking: UserInfo, { user = "", groups = [] }: AccessSpec): UserInfo => ({ username: user, groups });

/** Answers a TokenReview: no token is authenticated, since signatures cannot be verified here. */
const tokenReview = (_world: World, _namespace: string | undefined, { body }: ApiRequest): ApiAnswer => {
  const problem = goTypeProblem(TOKEN_REVIEW, "TokenReview", body);
  if (problem !== undefined) return refuse(badRequest(`TokenReview in version "v1" cannot be handled as a TokenReview: ${problem}`));
  const { spec = {} } = withoutNulls(TOKEN_REVIEW, "TokenReview", body) as { readonly spec?: { readonly token?: string } };
  if (!spec.token) return refuse(badRequest("token is required for TokenReview in authentication"));
  const status = { user: {}, error: "invalid bearer token" };
  return answer(ok({ kind: "TokenReview", apiVersion: "authentication.k8s.io/v1", metadata: {}, spec, status }), 201);
};

const TOKEN_REVIEW: GoTypes = {
  TokenReview: { go: "TokenReview", members: { spec: "Spec" } },
  Spec: { go: "TokenReviewSpec", members: { token: "string", audiences: "[]string" } },
};

const REVIEWS: Readonly<Record<string, (world: World, namespace: string | undefined, request: ApiRequest) => ApiAnswer>> = {
  [`selfsubjectaccessreviews.${AUTHORIZATION}`]: accessReview("SelfSubjectAccessReview", (asking) => asking),
  [`subjectaccessreviews.${AUTHORIZATION}`]: accessReview("SubjectAccessReview", otherUser),
  [`localsubjectaccessreviews.${AUTHORIZATION}`]: accessReview("LocalSubjectAccessReview", otherUser),
  [`selfsubjectrulesreviews.${AUTHORIZATION}`]: rulesReview,
  "selfsubjectreviews.authentication.k8s.io": selfReview,
  "tokenreviews.authentication.k8s.io": tokenReview,
};
