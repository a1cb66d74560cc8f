import { err, ok, type Result } from "#core/result.ts";
import { apiVersionOf } from "#kube/objects/resources.ts";
import type { Status } from "#kube/types/meta.ts";
import type { Webhook } from "#kube/types/webhooks.ts";
import { drawUid } from "../../store/identifiers.ts";
import { caBundleProblem } from "./ca-bundle.ts";
import { type AdmissionRequest, kindOf, requestBindings } from "./match-webhook.ts";
import { postToWebhook, type Review } from "./post-to-webhook.ts";

/** Response of a webhook to an admission request. */
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
  const unusable = caBundleProblem(webhook.clientConfig.caBundle);
  if (unusable !== undefined) return err(`could not get REST client: ${unusable}`);
  const uid = drawUid(world, "admissionreviews", undefined, `${webhook.name}/${world.nowMs()}`);
  const call = {
    clientConfig: webhook.clientConfig,
    timeoutSeconds: webhook.timeoutSeconds ?? 10,
    body: JSON.stringify(reviewOf(uid, request)),
  };
  const read = postToWebhook(world, call);
  if (!read.ok) return err(`failed to call webhook: ${read.error}`);
  const problem = responseProblem(read.value, uid);
  return problem === undefined ? ok(read.value.response as Verdict) : err(`received invalid webhook response: ${problem}`);
};

const reviewOf = (uid: string, request: AdmissionRequest): unknown => {
  const { object, oldObject, request: about } = requestBindings(request) as { object: unknown; oldObject: unknown; request: object };
  const options = OPTIONS[request.operation];
  const apiVersion = apiVersionOf(kindOf(request.context));
  const typed = (value: unknown): unknown => (value === null ? null : { ...(value as object), apiVersion });
  return {
    kind: "AdmissionReview",
    apiVersion: "admission.k8s.io/v1",
    request: {
      uid,
      ...about,
      object: typed(object),
      oldObject: typed(oldObject),
      options: options === undefined ? null : { kind: options, apiVersion: "meta.k8s.io/v1" },
    },
  };
};

/** A connection has its options as its object. */
const OPTIONS: Readonly<Record<AdmissionRequest["operation"], string | undefined>> = {
  CREATE: "CreateOptions",
  UPDATE: "UpdateOptions",
  DELETE: "DeleteOptions",
  CONNECT: undefined,
};

const responseProblem = ({ response: given, apiVersion = "", kind }: Review, uid: string): string | undefined => {
  const response = given as (Partial<Verdict> & { readonly uid?: string }) | null | undefined;
  if (response === undefined || response === null) return "webhook response was absent";
  if (response.uid !== uid) return `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response.uid ?? "")}`;
  if (apiVersion !== "admission.k8s.io/v1" || kind !== "AdmissionReview")
    return `expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${apiVersion}, Kind=${kind}`;
  if (response.patch !== undefined && response.patchType === undefined) return "webhook returned response.patch but not response.patchType";
  if (response.patchType !== undefined && response.patch === undefined) return "webhook returned response.patchType but not response.patch";
  return undefined;
};
