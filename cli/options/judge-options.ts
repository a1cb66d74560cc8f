import type { CliOption } from "../command.ts";
import { CliError } from "../errors/cli-error.ts";
import type { ModelSettings } from "../llm/chat-endpoint.ts";
import { wholeNumber } from "./option-values.ts";

/** Options that name a model which judges diagnoses. */
export const JUDGE_ENDPOINT_OPTIONS: readonly CliOption[] = [
  {
    flags: "--judge-url <url>",
    description:
      "an endpoint for chat completions, such as http://localhost:8000/v1, whose model judges diagnoses beside the rules; its key, if it wants one, is in JUDGE_API_KEY or OPENAI_API_KEY",
  },
  { flags: "--judge-model <name>", description: "the judge's name there" },
];

/** The same, with the time of an answer. */
export const JUDGE_OPTIONS: readonly CliOption[] = [
  ...JUDGE_ENDPOINT_OPTIONS,
  {
    flags: "--judge-timeout <seconds>",
    description: "time that an answer of the judge may take; after two further tries there is no verdict",
    fallback: 120,
    parse: wholeNumber("--judge-timeout", 1, 86_400),
  },
];

/** Parsed options of a judge. */
export interface JudgeOptions {
  readonly judgeUrl?: string | undefined;
  readonly judgeModel?: string | undefined;
  readonly judgeTimeout: number;
}

/** Converts options into settings of a judge; undefined where none is asked for. @throws CliError where a part is missing or no address */
export const judgeSettingsOf = ({ judgeUrl, judgeModel, judgeTimeout }: JudgeOptions): ModelSettings | undefined => {
  if (judgeUrl === undefined && judgeModel === undefined) return undefined;
  if (judgeUrl === undefined || judgeModel === undefined) throw new CliError("a judge needs --judge-url and --judge-model");
  const url = URL.parse(judgeUrl);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "")
    throw new CliError("--judge-url is no address such as http://localhost:8000/v1, without user and password");
  const { JUDGE_API_KEY: own = "", OPENAI_API_KEY: common = "" } = process.env;
  const apiKey = own === "" ? common : own;
  return {
    baseUrl: judgeUrl,
    model: judgeModel,
    ...(apiKey !== "" && { apiKey }),
    temperature: 0,
    seed: 0n,
    answerTokens: 4_096,
    toolTokens: 0,
    contextTokens: 65_536,
    timeoutMs: judgeTimeout * 1_000,
    retries: 2,
    backoffMs: 500,
    extra: {},
  };
};
