import { err, ok, type Result } from "#core/result.ts";
import { apiVersionOf } from "#kube/resources.ts";
import type { Status } from "#kube/types/meta.ts";
import { drawUid } from "../identifiers.ts";
import { callOverNetwork, shownUrl } from "./admission-network.ts";
import type { Webhook } from "./configuration.ts";
import { type AdmissionRequest, requestBindings } from "./match-webhook.ts";

/** What a webhook says about a request. */
export interface Verdict {
  readonly allowed: boolean;
  readonly status?: Partial<Status>;
  readonly patch?: string;
  readonly patchType?: string;
  readonly warnings?: readonly string[];
}

/** Asks a webhook. @returns its verdict, or why it could not be asked, without the frame that names the webhook */
export const askWebhook = (webhook: Webhook, request: AdmissionRequest): Result<Verdict, string> => {
  const { world } = request.context;
  const uid = drawUid(world, "admissionreviews", undefined, `${webhook.name}/${world.nowMs()}`);
  const call = {
    clientConfig: webhook.clientConfig,
    timeoutSeconds: webhook.timeoutSeconds ?? 10,
    body: JSON.stringify(reviewOf(uid, request)),
  };
  const answer = callOverNetwork(world, call);
  if ("problem" in answer) return err(`failed to call webhook: Post "${shownUrl(call)}": ${answer.problem}`);
  const read = readReview(answer.status, answer.body);
  if (!read.ok) return err(`failed to call webhook: ${read.error}`);
  const problem = responseProblem(read.value, uid);
  return problem === undefined ? ok(read.value.response as Verdict) : err(`received invalid webhook response: ${problem}`);
};

const reviewOf = (uid: string, request: AdmissionRequest): unknown => {
  const { object, oldObject, request: about } = requestBindings(request) as { object: unknown; oldObject: unknown; request: object };
  const options = { CREATE: "CreateOptions", UPDATE: "UpdateOptions", DELETE: "DeleteOptions" }[request.operation];
  const apiVersion = apiVersionOf(request.context.row);
  const typed = (value: unknown): unknown => (value === null ? null : { ...(value as object), apiVersion });
  return {
    kind: "AdmissionReview",
    apiVersion: "admission.k8s.io/v1",
    request: {
      uid,
      ...about,
      object: typed(object),
      oldObject: typed(oldObject),
      options: { kind: options, apiVersion: "meta.k8s.io/v1" },
    },
  };
};

interface Review {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly response?: Partial<Verdict> & { readonly uid?: string };
}

const readReview = (status: number, body: string): Result<Review, string> => {
  const refused = statusProblem(status, body);
  if (refused !== undefined) return err(refused);
  const parsed = parseJson(body);
  if (parsed === undefined) return err(`couldn't get version/kind; json parse error: ${parseProblem(body)}`);
  if (typeof parsed.value !== "object" || parsed.value === null || Array.isArray(parsed.value))
    return err(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonKind(parsed.value)} into Go value of type ${TYPE_META}`,
    );
  const review = parsed.value as Review;
  return review.kind ? ok(review) : err(`Object 'Kind' is missing in '${body}'`);
};

const TYPE_META = 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

const jsonKind = (value: unknown): string =>
  Array.isArray(value) ? "array" : value === null ? "null" : typeof value === "boolean" ? "bool" : typeof value;

const parseJson = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

const parseProblem = (body: string): string => {
  const trimmed = body.trimStart();
  return trimmed === "" ? "unexpected end of JSON input" : `invalid character '${trimmed[0]}' looking for beginning of value`;
};

/** What client-go says about answers that are no success. */
const statusProblem = (status: number, body: string): string | undefined => {
  if (status < 300) return undefined;
  const known = STATUS_TEXTS[status];
  if (known !== undefined) return known;
  return status >= 500
    ? `an error on the server (${JSON.stringify(body.trim() || "unknown")}) has prevented the request from succeeding`
    : "the server rejected our request for an unknown reason";
};

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  401: "the server has asked for the client to provide credentials",
  404: "the server could not find the requested resource",
  405: "the server does not allow this method on the requested resource",
  503: "the server is currently unable to handle the request",
};

const responseProblem = ({ response, apiVersion = "", kind = "" }: Review, uid: string): string | undefined => {
  if (response === undefined) return "webhook response was absent";
  if (response.uid !== uid) return `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response.uid ?? "")}`;
  if (apiVersion !== "admission.k8s.io/v1" || kind !== "AdmissionReview")
    return `expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${apiVersion}, Kind=${kind}`;
  if (response.patch !== undefined && response.patchType === undefined) return "webhook returned response.patch but not response.patchType";
  if (response.patchType !== undefined && response.patch === undefined) return "webhook returned response.patchType but not response.patch";
  return undefined;
};
