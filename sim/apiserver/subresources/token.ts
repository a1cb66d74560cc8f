import { BASE64_URL_SIGNS } from "#core/base64.ts";
import { ok } from "#core/result.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { Status } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import { type ApiAnswer, type ApiRequest, answer, refuse } from "../api-request.ts";
import { invalidValue } from "../field-error.ts";
import { requestContext } from "../registry.ts";
import { invalid, notFound } from "../status.ts";
import { getObject } from "../store.ts";

/** Answers POST `serviceaccounts/x/token` with a token that has the looks of one; nobody checks its signature. */
export const answerTokenRequest = (world: World, namespace: string, name: string, request: ApiRequest): ApiAnswer => {
  const account = getObject(world, "serviceaccounts", namespace, name);
  if (account === undefined) return refuse(notFound(requestContext(world, "serviceaccounts", request.user).row, name));
  const spec = (request.body as { readonly spec?: TokenSpec } | undefined)?.spec;
  const missing = missingBoundObject(world, namespace, spec?.boundObjectRef, request);
  if (missing !== undefined) return refuse(missing);
  const seconds = spec?.expirationSeconds ?? 3600;
  if (seconds < 600) {
    const detail = "may not specify a duration less than 10 minutes";
    return refuse(invalid("TokenRequest", "authentication.k8s.io", "", [invalidValue("spec.expirationSeconds", seconds, detail)]));
  }
  const audiences = spec?.audiences ?? ["https://kubernetes.default.svc.cluster.local"];
  const status = { token: drawToken(world, `${namespace}/${name}`), expirationTimestamp: toTimestamp(world.nowMs() + seconds * 1000) };
  const metadata = { name, namespace, creationTimestamp: toTimestamp(world.nowMs()) };
  const body = {
    kind: "TokenRequest",
    apiVersion: "authentication.k8s.io/v1",
    metadata,
    spec: { audiences, expirationSeconds: seconds },
    status,
  };
  return answer(ok(body), 201);
};

interface TokenSpec {
  readonly audiences?: readonly string[];
  readonly expirationSeconds?: number;
  readonly boundObjectRef?: { readonly kind?: string; readonly name?: string };
}

const BOUND: Readonly<Record<string, string>> = { Pod: "pods", Secret: "secrets", Node: "nodes" };

const missingBoundObject = (
  world: World,
  namespace: string,
  ref: TokenSpec["boundObjectRef"],
  { user }: ApiRequest,
): Status | undefined => {
  const resource = BOUND[ref?.kind ?? ""];
  if (ref === undefined || resource === undefined) return undefined;
  const name = ref.name ?? "";
  const place = resource === "nodes" ? undefined : namespace;
  return getObject(world, resource, place, name) === undefined ? notFound(requestContext(world, resource, user).row, name) : undefined;
};

const drawToken = (world: World, account: string): string => {
  const rng = world.rng(`apiserver/token/${account}/${world.nowMs()}`);
  const part = (length: number): string => Array.from({ length }, () => BASE64_URL_SIGNS[rng.int(0, 63)]).join("");
  return `eyJhbGciOiJSUzI1NiIsImtpZCI6I${part(43)}.eyJhdWQiOlsiaHR0cHM6Ly9rdWJlcm5ldGVz${part(400)}.${part(342)}`;
};
