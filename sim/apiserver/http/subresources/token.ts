import { err, ok, type Result } from "#core/result.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { ServiceAccount } from "#kube/types/cluster.ts";
import type { Status } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../../kernel/world.ts";
import { admitSent } from "../../policy/admission/admit-sent.ts";
import { type BoundObject, ISSUER, issueToken } from "../../policy/tokens/account-token.ts";
import { sentAs } from "../../schema/codec/sent-as.ts";
import { type FieldError, invalidValue } from "../../schema/field-error.ts";
import { requestContext } from "../../schema/registry.ts";
import { getObject } from "../../store/store.ts";
import { contextOf, withWarnings } from "../../write/write-objects.ts";
import { type ApiAnswer, type ApiRequest, answer, refuse } from "../api-request.ts";
import { badRequest, failure, invalid, notFound } from "../status.ts";
import { TOKEN_REQUEST } from "./sent-kinds.ts";

/** Answers POST `serviceaccounts/x/token`. */
export const answerTokenRequest = (world: World, namespace: string, name: string, request: ApiRequest): ApiAnswer => {
  const sent = sentAs<TokenRequest>(TOKEN_REQUEST, request.body);
  if (!sent.ok) return refuse(sent.error);
  const { metadata = {}, spec = {} } = sent.value;
  const misnamed = namesProblem(metadata, namespace, name);
  if (misnamed !== undefined) return refuse(misnamed);
  const account = getObject<ServiceAccount>(world, "serviceaccounts", namespace, name);
  if (account === undefined) return refuse(notFound(requestContext(world, "serviceaccounts", request.user).row, name));
  const { expirationSeconds = 3600, boundObjectRef } = spec;
  const audiences = spec.audiences?.length ? spec.audiences : [ISSUER];
  const errors = durationErrors(expirationSeconds);
  if (errors.length > 0) return refuse(invalid("TokenRequest", TOKEN_REQUEST.group, "", errors));
  const context = contextOf(world, requestContext(world, "serviceaccounts", request.user).row, request, "token");
  const asked = { ...sent.value, spec: { ...spec, audiences, expirationSeconds } };
  const admitted = admitSent(context, { kind: TOKEN_REQUEST, namespace, name }, asked);
  if (!admitted.ok) return withWarnings(context, refuse(admitted.error));
  const bound = boundObjectRef === undefined ? ok(undefined) : boundObject(world, { namespace, account: name }, boundObjectRef, request);
  if (!bound.ok) return refuse(bound.error);
  const token = issueToken(world, { account, audiences, expirationSeconds, bound: bound.value });
  const { uid } = account.metadata;
  const body = {
    kind: "TokenRequest",
    apiVersion: "authentication.k8s.io/v1",
    metadata: { name, namespace, ...(uid && { uid }), creationTimestamp: toTimestamp(world.nowMs()) },
    spec: { audiences, expirationSeconds, boundObjectRef: boundObjectRef ?? null },
    status: { token, expirationTimestamp: toTimestamp(world.nowMs() + expirationSeconds * 1000) },
  };
  return withWarnings(context, answer(ok(body), 201));
};

interface TokenRequest {
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
  readonly spec?: {
    readonly audiences?: readonly string[] | null;
    readonly expirationSeconds?: number;
    readonly boundObjectRef?: ObjectRef;
  };
}

interface ObjectRef {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly name?: string;
  readonly uid?: string;
}

const namesProblem = (given: NonNullable<TokenRequest["metadata"]>, namespace: string, name: string): Status | undefined => {
  const wrong = (field: "name" | "namespace", value: string): Status =>
    invalid("TokenRequest", TOKEN_REQUEST.group, name, [
      invalidValue(`metadata.${field}`, value, `must match the service account ${field} if specified`),
    ]);
  if (given.name !== undefined && given.name !== name) return wrong("name", given.name);
  return given.namespace !== undefined && given.namespace !== namespace ? wrong("namespace", given.namespace) : undefined;
};

const SECONDS_MIN = 600;
const SECONDS_MAX = 2 ** 32;

const durationErrors = (seconds: number): readonly FieldError[] => {
  const wrong = (detail: string): readonly FieldError[] => [invalidValue("spec.expirationSeconds", seconds, detail)];
  if (seconds < SECONDS_MIN) return wrong("may not specify a duration less than 10 minutes");
  return seconds > SECONDS_MAX ? wrong("may not specify a duration larger than 2^32 seconds") : [];
};

const boundObject = (
  world: World,
  { namespace, account }: { readonly namespace: string; readonly account: string },
  { kind = "", apiVersion = "", name = "", uid }: ObjectRef,
  { user }: ApiRequest,
): Result<BoundObject, Status> => {
  const resource = apiVersion === "v1" ? BOUND[kind] : undefined;
  if (resource === undefined) return err(badRequest(`cannot bind token to object of type ${typeText(apiVersion, kind)}`));
  if (name === "") return err(badRequest("Name parameter required."));
  const found = getObject<Pod>(world, resource, resource === "nodes" ? undefined : namespace, name);
  if (found === undefined) return err(notFound(requestContext(world, resource, user).row, name));
  if (resource === "pods" && found.spec.serviceAccountName !== account) {
    const text = `cannot bind token for serviceaccount ${JSON.stringify(account)} to pod running with different serviceaccount name.`;
    return err(badRequest(text));
  }
  const own = found.metadata.uid ?? "";
  if (uid === undefined || uid === own) return ok({ kind: kind as BoundObject["kind"], name, uid: own });
  const cause = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  return err(failure(409, "Conflict", `Operation cannot be fulfilled on ${kind} "${name}": ${cause}`, { name, kind }));
};

const BOUND: Readonly<Record<string, string>> = { Pod: "pods", Secret: "secrets", Node: "nodes" };

/** A group, a version and a kind as Go prints them. */
const typeText = (apiVersion: string, kind: string): string => {
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  return `${group}/${version}, Kind=${kind}`;
};
