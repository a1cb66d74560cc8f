import { parseJson } from "#core/parse-json.ts";
import { given } from "../given.ts";
import type { RecordedStep, Trajectory } from "../trajectory.ts";
import { argumentsOf, type ChatMessage, idOf, textOf, toMessages, toolOf } from "./chat.ts";
import type { RunFacts } from "./format.ts";

/** Converts an episode to a sample of Inspect AI: its conversation, its scores, and its steps with the cluster's time as events. */
export const toInspectSample = (trajectory: Trajectory, run?: RunFacts): Readonly<Record<string, unknown>> => {
  const { trajectory_id: id, task, seed, group_id, ending, steps, verdicts, digests, provenance } = trajectory;
  const measured = run?.measured.get(id);
  const messages = toMessages(trajectory).map((message, i) => toMessage(message, `${id}-${i}`));
  const model = modelOf(trajectory);
  const said = messages.findLast(({ role }) => role === "assistant") ?? { role: "assistant", content: "" };
  const { truth = [] } = Object(verdicts) as { readonly truth?: readonly { readonly resource: string; readonly faultType: string }[] };
  return {
    id,
    epoch: 1,
    input: textOf(trajectory.initial),
    target: truth.map(({ resource, faultType }) => `${resource} (${faultType})`),
    messages,
    output: { model, choices: [{ message: said, stop_reason: "stop" }] },
    ...given("scores", ending?.sample_valid === true ? toScores(trajectory) : undefined),
    ...given("error", ending?.sample_valid === true ? undefined : toError(trajectory)),
    metadata: {
      task_uri: task.uri,
      seed,
      split: task.split,
      difficulty: task.difficulty,
      steps: steps.length,
      end_reason: ending?.end_reason ?? "",
      final_state: digests.final_state,
      provenance,
      ...given("group_id", group_id),
    },
    events: toEvents(trajectory, Date.parse(measured?.began_at ?? "1970-01-01T00:00:00Z")),
    ...given("started_at", measured?.began_at),
    ...given("total_time", measured?.wall_s),
    ...given("model_usage", measured?.usage && { [model]: toUsage(measured.usage) }),
  };
};

/** Name of who played, as a model's: a model's own, or that of a policy or a program. */
export const modelOf = ({ behaviour: { name, model } }: Trajectory): string => model ?? `kubedrill/${name}`;

/** Scores of an episode by their names; none where the sample is invalid. */
export const scoresOf = ({ ending, components, ...trajectory }: Trajectory): Readonly<Record<string, number>> =>
  ending?.sample_valid === true
    ? {
        ...given("success", ending.success === undefined ? undefined : Number(ending.success)),
        ...given("return", trajectory.return),
        ...Object.fromEntries(
          Object.entries(components).flatMap(([name, { contribution }]) => (contribution === undefined ? [] : [[name, contribution]])),
        ),
      }
    : {};

const toScores = (trajectory: Trajectory) =>
  Object.fromEntries(
    Object.entries(scoresOf(trajectory)).map(([name, value]) => {
      const detail = name === "success" ? trajectory.ending?.end_reason : trajectory.components[name]?.detail;
      return [name, { value, ...given("explanation", detail) }];
    }),
  );

const toError = ({ ending }: Trajectory) => ({
  message: `invalid sample: ${ending?.failure_reason ?? ending?.end_reason ?? "the episode was left running"}`,
  traceback: "",
  traceback_ansi: "",
});

const toUsage = ({ promptTokens, completionTokens }: { readonly promptTokens: number; readonly completionTokens: number }) => ({
  input_tokens: promptTokens,
  output_tokens: completionTokens,
  total_tokens: promptTokens + completionTokens,
});

const toMessage = ({ role, content, tool_calls, tool_call_id, name }: ChatMessage, id: string) => ({
  id,
  role,
  content,
  ...given("source", role === "assistant" ? "generate" : role === "user" ? "input" : undefined),
  ...given(
    "tool_calls",
    tool_calls?.map((call) => ({ id: call.id, type: "function", function: call.function.name, ...readArguments(call.function.arguments) })),
  ),
  ...given("tool_call_id", tool_call_id),
  ...given("function", role === "tool" ? name : undefined),
});

/** Arguments as an object; such as are none are kept as written, with what is wrong. */
const readArguments = (text: string) => {
  const parsed = parseJson(text);
  const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
  return isObject ? { arguments: parsed } : { arguments: { _raw: text }, parse_error: "the arguments are no JSON object" };
};

/** Events of the steps, at the cluster's time since the start. */
const toEvents = ({ steps, initial, turns }: Trajectory, beganMs: number): readonly object[] => {
  const at = (virtualMs: number) => {
    const sinceMs = virtualMs - initial.virtual_time_ms;
    return { timestamp: new Date(beganMs + sinceMs).toISOString(), working_start: sinceMs / 1_000 };
  };
  return steps.flatMap((step, i) => {
    const fromMs = steps[i - 1]?.virtual_time_ms ?? initial.virtual_time_ms;
    const said = turns?.find(({ step_index }) => step_index === step.index)?.content;
    return [
      ...(said === undefined ? [] : [{ event: "info", source: "agent", data: said, ...at(fromMs) }]),
      ...toToolEvents(step).map((event, n) => ({
        ...event,
        ...at(fromMs + costBefore(step, n)),
        completed: at(fromMs + costBefore(step, n + 1)).timestamp,
      })),
      { event: "info", source: "reward", data: rewardOf(step), ...at(step.virtual_time_ms) },
    ];
  });
};

const costBefore = ({ results }: RecordedStep, n: number): number =>
  results.slice(0, n).reduce((sum, { virtual_cost_ms }) => sum + virtual_cost_ms, 0);

const toToolEvents = (step: RecordedStep): readonly object[] =>
  step.actions.flatMap((action, i) => {
    if (action.kind === "text") return [];
    const { status = "SKIPPED", content = "" } = step.results[i] ?? {};
    const { arguments: args } = readArguments(argumentsOf(action));
    const error = status === "OK" ? undefined : { type: "unknown", message: status };
    return [
      {
        event: "tool",
        type: "function",
        id: idOf(step, action, i),
        function: toolOf(action),
        arguments: args,
        result: content,
        ...given("error", error),
      },
    ];
  });

const rewardOf = ({ reward, components, state_digest }: RecordedStep) => ({
  ...given("reward", reward),
  components: Object.fromEntries(components.flatMap(({ name, contribution }) => (contribution ? [[name, contribution]] : []))),
  state_digest,
});
