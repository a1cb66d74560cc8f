import { ok } from "#core/result.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { PolicyRule } from "#kube/types/cluster.ts";
import type { World } from "../../kernel/world.ts";
import { type ApiAnswer, type ApiRequest, answer } from "../api-request.ts";
import type { UserInfo } from "../client.ts";
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

const specOf = ({ body }: ApiRequest): AccessSpec => (body as { readonly spec?: AccessSpec } | undefined)?.spec ?? {};

const AUTHORIZATION = "authorization.k8s.io";

const accessReview =
  (kind: string, userOf: (request: ApiRequest) => UserInfo) =>
  (world: World, _namespace: string | undefined, request: ApiRequest): ApiAnswer => {
    const spec = specOf(request);
    const { allowed, reason } = authorize(world, userOf(request), attributesOf(spec));
    const status = { allowed, ...(reason !== "" && { reason }) };
    return answer(ok({ kind, apiVersion: `${AUTHORIZATION}/v1`, metadata: {}, spec, status }), 201);
  };

const attributesOf = ({ resourceAttributes, nonResourceAttributes }: AccessSpec): AccessAttributes => {
  if (nonResourceAttributes !== undefined) return { verb: nonResourceAttributes.verb ?? "", path: nonResourceAttributes.path ?? "" };
  const { verb = "", group, resource = "", subresource, name, namespace } = resourceAttributes ?? {};
  const attributes = { verb, group, resource: subresource ? `${resource}/${subresource}` : resource };
  return { ...attributes, ...(name && { name }), ...(namespace && { namespace }) };
};

const rulesReview = (world: World, _namespace: string | undefined, request: ApiRequest): ApiAnswer => {
  const { namespace = "" } = specOf(request);
  const isMaster = request.user.groups.includes("system:masters");
  const grants = grantsOf(world, request.user).filter((grant) => grant.namespace === undefined || grant.namespace === namespace);
  const rules: readonly PolicyRule[] = [...(isMaster ? EVERYTHING : []), ...grants.flatMap((grant) => grant.rules)];
  const status = {
    resourceRules: rules.filter(({ resources }) => resources !== undefined),
    nonResourceRules: rules.filter(({ nonResourceURLs }) => nonResourceURLs !== undefined),
    incomplete: false,
  };
  return answer(ok({ kind: "SelfSubjectRulesReview", apiVersion: `${AUTHORIZATION}/v1`, metadata: {}, spec: { namespace }, status }), 201);
};

const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

const selfReview = (world: World, _namespace: string | undefined, { user }: ApiRequest): ApiAnswer => {
  const metadata = { creationTimestamp: toTimestamp(world.nowMs()) };
  const status = { userInfo: { username: user.username, groups: user.groups } };
  return answer(ok({ kind: "SelfSubjectReview", apiVersion: "authentication.k8s.io/v1", metadata, status }), 201);
};

const otherUser = (request: ApiRequest): UserInfo => {
  const { user = "", groups = [] } = specOf(request);
  return { username: user, groups };
};

const REVIEWS: Readonly<Record<string, (world: World, namespace: string | undefined, request: ApiRequest) => ApiAnswer>> = {
  [`selfsubjectaccessreviews.${AUTHORIZATION}`]: accessReview("SelfSubjectAccessReview", ({ user }) => user),
  [`subjectaccessreviews.${AUTHORIZATION}`]: accessReview("SubjectAccessReview", otherUser),
  [`localsubjectaccessreviews.${AUTHORIZATION}`]: accessReview("LocalSubjectAccessReview", otherUser),
  [`selfsubjectrulesreviews.${AUTHORIZATION}`]: rulesReview,
  "selfsubjectreviews.authentication.k8s.io": selfReview,
};
