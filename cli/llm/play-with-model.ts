import { toOpenAi } from "#clients/typescript/openai-tool.ts";
import { parseJson } from "#core/parse-json.ts";
import { SYSTEM_PROMPT } from "#env/catalogue/system-prompt.ts";
import { cutAction } from "#env/host/action-size.ts";
import type { Action, EpisodeHost, Observation, ResetCommand, StepOutcome } from "#env/host/episode-protocol.ts";
import { byteLength, truncateText } from "#env/observations/truncate.ts";
import { REQUEST_BOUNDS } from "#env/server/grpc/request-bounds.ts";
import { CliError } from "../errors/cli-error.ts";
import type { MeasuredTurn } from "../trajectories/trajectory.ts";
import { createTurnClock } from "../trajectories/turn-clock.ts";
import { askEndpoint, type ChatAnswer, type ChatCall, type ChatMessage, EndpointFailure, type ModelSettings } from "./chat-endpoint.ts";
import { addUsage, type ModelUsage, NO_USAGE } from "./model-usage.ts";

/** Notes on an episode that a model played, beside what its host records. */
export interface ModelPlay {
  /** Words of the model, by step; the last may follow the last step. */
  readonly reasons: readonly string[];
  /** Time and tokens of the steps, in order. */
  readonly measured: readonly MeasuredTurn[];
  readonly usage: ModelUsage;
  /** Failure of the endpoint, which left the episode without a valid score; missing: there was none. */
  readonly abandoned?: string;
}

/**
 * Plays an episode with a model: all calls of a turn are one step, and a turn without a call ends the episode, which is then graded.
 *
 * @param sampleSeed seed of the model's own chance in this episode
 */
export const playWithModel = async (
  host: EpisodeHost,
  command: ResetCommand,
  settings: ModelSettings,
  sampleSeed: number,
): Promise<ModelPlay> => {
  const { episodeId } = command;
  const start = await host.reset({ ...command, views: [{ name: "text" }, { name: STATUS }] });
  const tools = start.tools.map(toOpenAi);
  const { temperature, answerTokens, contextTokens } = settings;
  const sampling = { temperature, max_tokens: answerTokens, seed: sampleSeed };
  const messages: ChatMessage[] = [
    { role: "system", content: SYSTEM_PROMPT },
    { role: "user", content: `${start.task.instruction}\n\n${statusOf(start.observation)}` },
  ];
  const reasons: string[] = [];
  const measured: MeasuredTurn[] = [];
  const clock = createTurnClock();
  clock.start();
  let usage = NO_USAGE;
  let tokens = estimateTokens(JSON.stringify([messages, tools]));
  if (tokens + answerTokens > contextTokens)
    throw new CliError(`--context-tokens ${contextTokens} is too little: tools and instruction take ${tokens}, an answer ${answerTokens}`);
  try {
    while (tokens + answerTokens <= contextTokens) {
      const answer = await askEndpoint(settings, { messages, tools, ...sampling });
      usage = addUsage(usage, answer.usage);
      const stepIndex = reasons.push(answer.text) - 1;
      if (answer.calls.length === 0) break;
      const calls = answer.calls.slice(0, REQUEST_BOUNDS.actionsPerStep);
      const answered = clock.call();
      const outcome = await host.step({ episodeId, stepIndex, actions: calls.map(toAction) });
      measured.push({ ...answered(), ...tokensOf(answer.usage) });
      if (outcome.ending !== undefined) break;
      const turn = [toMessage(answer), ...answersOf(answer.calls, outcome, settings.toolTokens)];
      messages.push(...turn);
      tokens = countTokens(tokens, answer, turn);
    }
    await host.reward({ episodeId, finalize: true, explain: false });
    return { reasons, measured, usage };
  } catch (error) {
    if (error instanceof EndpointFailure) return { reasons, measured, usage, abandoned: error.message };
    throw error;
  } finally {
    await host.close({ episodeId });
  }
};

/** Tokens of one turn; nothing where the endpoint does not tell. */
const tokensOf = ({ promptTokens, completionTokens }: ModelUsage): Pick<MeasuredTurn, "prompt_tokens" | "completion_tokens"> =>
  promptTokens + completionTokens === 0 ? {} : { prompt_tokens: promptTokens, completion_tokens: completionTokens };

/** The view with alerts and budget, and without the results, which answer the calls. */
const STATUS = "status";

const statusOf = ({ views }: Observation): string => views.find(({ name }) => name === STATUS)?.body.trim() ?? "";

/** Names and arguments go to the host as they are: it answers wrong ones. */
const toAction = ({ function: { name, arguments: given } }: ChatCall): Action => ({
  body: { kind: "tool", name: cutAction(name), argumentsJson: cutAction(given || "{}") },
});

/** The model's turn for its chat: some endpoints parse the arguments of earlier calls, and refuse a chat in which they are no JSON. */
const toMessage = ({ text, calls }: ChatAnswer): ChatMessage => ({
  role: "assistant",
  content: text,
  tool_calls: calls.map((call) =>
    isObject(call.function.arguments) ? call : { ...call, function: { ...call.function, arguments: "{}" } },
  ),
});

const isObject = (json: string): boolean => {
  const value = parseJson(json);
  return typeof value === "object" && value !== null && !Array.isArray(value);
};

/** Answers to the calls of a turn within their shares of the tokens; the last one also tells the status. */
const answersOf = (calls: readonly ChatCall[], { results, observation }: StepOutcome, toolTokens: number): readonly ChatMessage[] => {
  const share = Math.floor((toolTokens * BYTES_PER_TOKEN) / calls.length);
  return calls.map(({ id }, i) => {
    const content = truncateText(results[i]?.content.trimEnd() || (i < results.length ? NO_OUTPUT : TOO_MANY), share).text;
    return { role: "tool", tool_call_id: id, content: i < calls.length - 1 ? content : `${content}\n\n${statusOf(observation)}` };
  });
};

const NO_OUTPUT = "(no output)";
const TOO_MANY = `This was not run: a turn has at most ${REQUEST_BOUNDS.actionsPerStep} calls.`;

const BYTES_PER_TOKEN = 4;

const estimateTokens = (text: string): number => Math.ceil(byteLength(text) / BYTES_PER_TOKEN);

/** Tokens of the chat after a turn: those that the endpoint counted and an estimate of what it has not seen. */
const countTokens = (before: number, { usage }: ChatAnswer, [said, ...heard]: readonly ChatMessage[]): number => {
  const counted = usage.promptTokens + usage.completionTokens;
  const known = counted > 0 ? counted : before + estimateTokens(JSON.stringify(said));
  return known + estimateTokens(JSON.stringify(heard));
};
