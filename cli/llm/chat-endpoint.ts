import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { parseJson } from "#core/parse-json.ts";
import { CliError } from "../errors/cli-error.ts";
import type { ModelUsage } from "./model-usage.ts";

/** An OpenAI-compatible endpoint for chat completions, and how a model there is asked. */
export interface ModelSettings {
  /** Address up to `/chat/completions`, such as `http://localhost:8000/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Shown to the endpoint and nowhere else. */
  readonly apiKey?: string;
  /** Missing: the endpoint's own. */
  readonly temperature?: number;
  /** Root of the seeds of requests. */
  readonly seed: bigint;
  /** Tokens of one answer. */
  readonly answerTokens: number;
  /** Tokens of the tools' answers to one turn, by the estimate of four bytes a token. */
  readonly toolTokens: number;
  /** Tokens of a whole chat; one that would outgrow them is stopped and graded. */
  readonly contextTokens: number;
  readonly timeoutMs: number;
  /** Number of times that a request is sent again. */
  readonly retries: number;
  /** First delay before a request is sent again, ms; it doubles. */
  readonly backoffMs: number;
  /** Further fields of every request, which replace those made here; null leaves a field out. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A message of a chat in OpenAI's form. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  readonly tool_calls?: readonly ChatCall[];
  readonly tool_call_id?: string;
}

/** A model's call of a tool; the arguments are JSON as the model wrote it, valid or not. */
export interface ChatCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A model's answer: what it said beside its calls of tools, of which there may be none. */
export interface ChatAnswer {
  readonly text: string;
  readonly calls: readonly ChatCall[];
  /** Zero tokens where the endpoint does not tell. */
  readonly usage: ModelUsage;
}

/** A failure of the endpoint after all attempts: nobody's answer, so that the sample is invalid. */
export class EndpointFailure extends Error {
  override readonly name = "EndpointFailure";
}

/**
 * Asks for the next message of a chat; 408, 409, 429, 5xx, time-outs and answers that are none are asked again, each time later.
 *
 * @throws EndpointFailure when that did not help
 * @throws CliError when the endpoint refuses key, address or model, which no other request would change
 */
export const askEndpoint = async (settings: ModelSettings, fields: Readonly<Record<string, unknown>>): Promise<ChatAnswer> => {
  const body = JSON.stringify(dropNull({ model: settings.model, ...fields, ...settings.extra }));
  for (let attempt = 0; ; attempt++) {
    const reply = await send(settings, body);
    if (!("problem" in reply)) return reply;
    const problem = withoutKey(reply.problem, settings.apiKey);
    if (REFUSALS.includes(reply.status ?? 0)) throw new CliError(`${settings.baseUrl} answered ${problem}`, "unavailable");
    if (!reply.mayPass || attempt >= settings.retries)
      throw new EndpointFailure(`the endpoint: ${problem} (${attempt === 0 ? "1 attempt" : `${attempt + 1} attempts`})`);
    await sleep(reply.retryAfterMs ?? settings.backoffMs * 2 ** Math.min(attempt, DOUBLINGS_MAX) * (0.5 + Math.random() / 2));
  }
};

/** Statuses of a wrong key, address or model. */
const REFUSALS: readonly number[] = [401, 403, 404];

/** Statuses below 500 that may pass. */
const PASSING: readonly number[] = [408, 409, 425, 429];

const DOUBLINGS_MAX = 6;

interface Problem {
  readonly problem: string;
  readonly status?: number;
  readonly mayPass: boolean;
  readonly retryAfterMs?: number;
}

const send = async ({ baseUrl, apiKey, timeoutMs }: ModelSettings, body: string): Promise<ChatAnswer | Problem> => {
  const headers = { "content-type": "application/json", ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }) };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/chat/completions`, { method: "POST", headers, body, signal });
    const text = await readText(response);
    return response.ok ? readAnswer(text) : describeStatus(response, text);
  } catch (error) {
    const { message, cause } = error as Error;
    return { problem: cause instanceof Error ? `${message}: ${cause.message}` : message, mayPass: true };
  }
};

/** Maximum size of a reply in bytes; what is longer is no chat message. */
const REPLY_BYTES_MAX = 8 * 2 ** 20;

const readText = async ({ body }: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > REPLY_BYTES_MAX) throw new Error(`the reply is longer than ${REPLY_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
};

const describeStatus = ({ status, headers }: Response, text: string): Problem => {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return {
    problem: `${status}: ${text.slice(0, EXCERPT_CHARACTERS).trim()}`,
    status,
    mayPass: PASSING.includes(status) || status >= 500,
    ...(seconds >= 0 ? { retryAfterMs: Math.min(seconds, RETRY_AFTER_MAX_S) * 1_000 } : {}),
  };
};

const EXCERPT_CHARACTERS = 300;
const RETRY_AFTER_MAX_S = 120;

const callSchema = z.object({
  id: z.string().nullish(),
  function: z.object({ name: z.string(), arguments: z.unknown() }),
});
const replySchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish(), tool_calls: z.array(callSchema).nullish() }) })).min(1),
  usage: z.object({ prompt_tokens: z.number().catch(0), completion_tokens: z.number().catch(0) }).nullish(),
});

const readAnswer = (text: string): ChatAnswer | Problem => {
  const { data, error } = replySchema.safeParse(parseJson(text));
  if (error !== undefined) return { problem: `a reply that is no chat completion: ${text.slice(0, EXCERPT_CHARACTERS)}`, mayPass: true };
  const { content, tool_calls: calls } = data.choices[0]!.message;
  return {
    text: content ?? "",
    calls: (calls ?? []).map(({ id, function: { name, arguments: given } }, i) => ({
      id: id ?? `call_${i}`,
      type: "function",
      function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given ?? {}) },
    })),
    usage: { requests: 1, promptTokens: data.usage?.prompt_tokens ?? 0, completionTokens: data.usage?.completion_tokens ?? 0 },
  };
};

const dropNull = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

/** Endpoints may repeat the key in what they say. */
const withoutKey = (text: string, key: string | undefined): string => (key === undefined ? text : text.replaceAll(key, "…"));
