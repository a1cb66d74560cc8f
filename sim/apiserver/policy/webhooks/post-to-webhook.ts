import { err, ok, type Result } from "#core/result.ts";
import type { World } from "../../../kernel/world.ts";
import { callOverNetwork, shownUrl, type WebhookCall } from "./webhook-network.ts";

/** A review that came back: its kind is known, and nothing else. */
export interface Review {
  readonly kind: string;
  readonly apiVersion?: string;
  readonly response?: unknown;
}

/**
 * Sends a review to a webhook, for admission and for conversion alike.
 *
 * @returns the review that came back, or why there is none, in the words of client-go: `Post "https://…": EOF`
 */
export const postToWebhook = (world: World, call: WebhookCall): Result<Review, string> => {
  const answer = callOverNetwork(world, call);
  if ("problem" in answer) return err(`Post "${shownUrl(call)}": ${answer.problem}`);
  const refused = statusProblem(answer.status, answer.body);
  return refused === undefined ? readReview(answer.body) : err(refused);
};

/** Error that client-go reports for an answer with a status of 300 and above; undefined below. */
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

const readReview = (body: string): Result<Review, string> => {
  const parsed = parseJson(body);
  if (parsed === undefined) return err(`couldn't get version/kind; json parse error: ${parseProblem(body)}`);
  if (typeof parsed.value !== "object" || parsed.value === null || Array.isArray(parsed.value))
    return err(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonKind(parsed.value)} into Go value of type ${TYPE_META}`,
    );
  const review = parsed.value as Partial<Review>;
  return review.kind ? ok({ ...review, kind: review.kind }) : err(`Object 'Kind' is missing in '${body}'`);
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
