import type { CliOption } from "../command.ts";
import { CliError } from "../errors/cli-error.ts";
import type { ModelSettings } from "../llm/chat-endpoint.ts";
import { numberOf, seedNumber, wholeNumber } from "./option-values.ts";

/** Name of the policy that is a model behind an endpoint. */
export const MODEL_POLICY = "llm";

const urlOf = (text: string): string => {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "")
    throw new CliError(`--base-url is no address such as http://localhost:8000/v1, without user and password`);
  return text;
};

const fieldsOf = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const fields: unknown = JSON.parse(text);
    if (typeof fields === "object" && fields !== null && !Array.isArray(fields)) return fields as Readonly<Record<string, unknown>>;
  } catch {
    // What is no JSON is no object either.
  }
  throw new CliError(`--request is ${JSON.stringify(text)}; give a JSON object, such as '{"top_p": 0.9}'`);
};

/** The options of the policy `llm`. */
export const MODEL_OPTIONS: readonly CliOption[] = [
  {
    flags: "--base-url <url>",
    description:
      "llm: an endpoint for chat completions with tools, such as http://localhost:8000/v1; its key, if it wants one, is in OPENAI_API_KEY",
    parse: urlOf,
  },
  { flags: "--model <name>", description: "llm: the model's name there" },
  { flags: "--temperature <x>", description: "llm: temperature (default: the endpoint's)", parse: numberOf("--temperature", 0, 100) },
  { flags: "--model-seed <n>", description: "llm: root of the seeds that requests carry", fallback: 0n, parse: seedNumber },
  {
    flags: "--answer-tokens <n>",
    description: "llm: most tokens of one answer of the model",
    fallback: 2_048,
    parse: wholeNumber("--answer-tokens", 1, 1_000_000),
  },
  {
    flags: "--tool-tokens <n>",
    description: "llm: most tokens of the tools' answers to one turn, at four bytes a token; longer ones are cut in the middle",
    fallback: 4_096,
    parse: wholeNumber("--tool-tokens", 64, 1_000_000),
  },
  {
    flags: "--context-tokens <n>",
    description: "llm: most tokens of a chat, after which the episode is stopped and graded",
    fallback: 32_768,
    parse: wholeNumber("--context-tokens", 1_024, 100_000_000),
  },
  {
    flags: "--request-timeout <seconds>",
    description: "llm: time that an answer may take",
    fallback: 120,
    parse: wholeNumber("--request-timeout", 1, 86_400),
  },
  {
    flags: "--retries <n>",
    description: "llm: times that a request is sent again after 429, 5xx or a time-out; then the sample is invalid",
    fallback: 5,
    parse: wholeNumber("--retries", 0, 100),
  },
  {
    flags: "--request <json>",
    description: `llm: further fields of every request, such as '{"tool_choice": "required"}'; null leaves one out that is sent otherwise`,
    fallback: undefined,
    parse: fieldsOf,
  },
];

/** Parsed options of the policy `llm`. */
export interface ModelOptions {
  readonly baseUrl?: string;
  readonly model?: string;
  readonly temperature?: number;
  readonly modelSeed: bigint;
  readonly answerTokens: number;
  readonly toolTokens: number;
  readonly contextTokens: number;
  readonly requestTimeout: number;
  readonly retries: number;
  readonly request?: Readonly<Record<string, unknown>>;
}

const BACKOFF_MS = 500;

/** Converts options into settings of a model; undefined if none of the policies is one. @throws CliError where something is missing */
export const modelSettingsOf = (options: ModelOptions, policies: readonly string[]): ModelSettings | undefined => {
  const { baseUrl, model, temperature, modelSeed, answerTokens, toolTokens, contextTokens, requestTimeout, retries, request } = options;
  if (!policies.includes(MODEL_POLICY)) {
    if (baseUrl === undefined && model === undefined) return undefined;
    throw new CliError(`--base-url and --model are for --policy ${MODEL_POLICY}, and --model for --agent`);
  }
  if (baseUrl === undefined || model === undefined) throw new CliError(`--policy ${MODEL_POLICY} needs --base-url and --model`);
  const { OPENAI_API_KEY: apiKey = "" } = process.env;
  return {
    baseUrl,
    model,
    ...(apiKey === "" ? {} : { apiKey }),
    ...(temperature === undefined ? {} : { temperature }),
    seed: modelSeed,
    answerTokens,
    toolTokens,
    contextTokens,
    timeoutMs: requestTimeout * 1_000,
    retries,
    backoffMs: BACKOFF_MS,
    extra: request ?? {},
  };
};

/** Names the model as a file may: neither its address nor its key. */
export const describeModel = ({ model, temperature, seed, answerTokens, toolTokens, contextTokens, extra }: ModelSettings) => ({
  model,
  temperature,
  model_seed: `${seed}`,
  answer_tokens: answerTokens,
  tool_tokens: toolTokens,
  context_tokens: contextTokens,
  ...(Object.keys(extra).length === 0 ? {} : { request: JSON.stringify(extra) }),
});
