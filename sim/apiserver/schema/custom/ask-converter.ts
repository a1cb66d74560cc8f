import { err, ok, type Result } from "#core/result.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { postToWebhook, type Review } from "../../policy/webhooks/post-to-webhook.ts";
import { drawUid } from "../../store/identifiers.ts";
import { checkConverted } from "./check-converted.ts";
import type { ConversionWebhook } from "./definition.ts";

/**
 * Asks the webhook of a definition for an object in another version.
 *
 * @param apiVersion the one that is wanted
 * @returns the object with the metadata that it had, but for labels and annotations; or why there is none
 */
export const askConverter = (
  world: World,
  { clientConfig = {}, conversionReviewVersions = [] }: ConversionWebhook,
  object: KubeObject,
  apiVersion: string,
): Result<KubeObject, string> => {
  const { namespace, name } = object.metadata;
  const uid = drawUid(world, "conversionreviews", namespace, name);
  const reviewVersion = `apiextensions.k8s.io/${conversionReviewVersions.find((version) => REVIEW_VERSIONS.has(version)) ?? ""}`;
  const request = { uid, desiredAPIVersion: apiVersion, objects: [object] };
  const body = JSON.stringify({ kind: "ConversionReview", apiVersion: reviewVersion, request });
  const subject = `conversion webhook for ${kindOf(object.apiVersion, object.kind)}`;
  const read = postToWebhook(world, { clientConfig, timeoutSeconds: TIMEOUT_SECONDS, body });
  const given = read.ok ? convertedBy(read.value, reviewVersion, uid) : read;
  if (!given.ok) return err(`${subject} failed: ${given.error}`);
  if (given.value.length !== 1) return err(`${subject} returned ${given.value.length} objects, expected 1`);
  const checked = checkConverted(object, given.value[0], apiVersion);
  return checked.ok ? checked : err(`${subject} returned invalid ${checked.error}`);
};

const REVIEW_VERSIONS: ReadonlySet<string> = new Set(["v1", "v1beta1"]);

/** That of every client of the server which is given no other. */
const TIMEOUT_SECONDS = 30;

const kindOf = (apiVersion: string, kind: string): string => `${apiVersion}, Kind=${kind}`;

interface ConversionResponse {
  readonly uid?: string;
  readonly result?: { readonly status?: string; readonly message?: string };
  readonly convertedObjects?: readonly unknown[] | null;
}

/** Answers in v1beta1 may name anything as their kind and their uid. */
const convertedBy = (
  { response: given, apiVersion = "", kind }: Review,
  reviewVersion: string,
  uid: string,
): Result<readonly unknown[], string> => {
  const isStrict = reviewVersion === "apiextensions.k8s.io/v1";
  if (isStrict && (apiVersion !== reviewVersion || kind !== "ConversionReview"))
    return err(`expected webhook response of ${kindOf(reviewVersion, "ConversionReview")}, got ${kindOf(apiVersion, kind)}`);
  const response = given as ConversionResponse | null | undefined;
  if (response === undefined || response === null) return err("no response provided");
  if (isStrict && response.uid !== uid)
    return err(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response.uid ?? "")}`);
  const { status = "", message = "" } = response.result ?? {};
  return status === "Success"
    ? ok(response.convertedObjects ?? [])
    : err(message || `response.result.status was '${status}', not 'Success'`);
};
