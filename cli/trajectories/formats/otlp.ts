import { digestText } from "#core/digest.ts";
import type { MeasuredPlay } from "../measured-play.ts";
import type { NamedComponent, RecordedStep, Trajectory } from "../trajectory.ts";
import { argumentsOf, idOf, textOf, toolOf, toolsOf } from "./chat.ts";
import type { DatasetFormat } from "./format.ts";

/**
 * Episodes as traces: a span for the agent, one for each turn of a model and one for each call of a tool, named by the conventions for generative AI.
 * A line is a request as collectors take it, by their receiver of OTLP's files.
 * @see https://opentelemetry.io/docs/specs/otel/protocol/file-exporter/
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-agent-spans/
 */
export const otlp: DatasetFormat = {
  name: "otlp",
  title: "all episodes as traces for OpenTelemetry, by its conventions for generative AI",
  spoils: ["attributes.kubedrill.task.uri"],
  keepsAll: true,
  rows: (group, run) => group.map((trajectory) => toRequest(trajectory, run?.measured.get(trajectory.trajectory_id))),
};

const toRequest = (trajectory: Trajectory, measured?: MeasuredPlay) => {
  const { provenance } = trajectory;
  return {
    resourceSpans: [
      {
        resource: { attributes: toAttributes({ "service.name": "kubedrill", "service.version": provenance.server_version }) },
        scopeSpans: [{ scope: { name: "kubedrill", version: provenance.server_version }, spans: spansOf(trajectory, measured) }],
      },
    ],
  };
};

/** Kinds of spans that occur here, by their numbers in the protocol. */
const KINDS = { internal: 1, client: 3 } as const;
const STATUS_ERROR = 2;

/** Parts of a trace that all of its spans need. */
interface Trace {
  readonly id: string;
  readonly root: string;
  /** Time of a moment of the cluster, ns since 1970 as decimal text. */
  nanosAt(virtualMs: number): string;
}

const spansOf = (trajectory: Trajectory, measured?: MeasuredPlay): readonly object[] => {
  const { trajectory_id: id, initial, steps, behaviour } = trajectory;
  // Of a dataset no clock is read: equal ones are equal bytes.
  const beganMs = Date.parse(measured?.began_at ?? "1970-01-01T00:00:00Z");
  const nanosAt = (virtualMs: number): string => `${BigInt(beganMs + virtualMs - initial.virtual_time_ms) * 1_000_000n}`;
  const trace: Trace = { id: hexOf(id, 32), root: hexOf(`${id}/agent`, 16), nanosAt };
  return [
    toAgentSpan(trace, trajectory, measured),
    ...steps.flatMap((step, i) => {
      const fromMs = steps[i - 1]?.virtual_time_ms ?? initial.virtual_time_ms;
      return [
        ...(behaviour.kind === "policy" && behaviour.model !== undefined ? [toModelSpan(trace, trajectory, step, fromMs)] : []),
        ...toToolSpans(trace, step, fromMs),
      ];
    }),
  ];
};

const toAgentSpan = ({ id, root, nanosAt }: Trace, trajectory: Trajectory, measured?: MeasuredPlay) => {
  const { trajectory_id, behaviour, initial, steps, task, seed, ending } = trajectory;
  const endMs = steps.at(-1)?.virtual_time_ms ?? initial.virtual_time_ms;
  return {
    traceId: id,
    spanId: root,
    name: `invoke_agent ${behaviour.name}`,
    kind: KINDS.internal,
    startTimeUnixNano: nanosAt(initial.virtual_time_ms),
    endTimeUnixNano: nanosAt(endMs),
    attributes: toAttributes({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.provider.name": "kubedrill",
      "gen_ai.agent.name": behaviour.name,
      "gen_ai.conversation.id": trajectory_id,
      "gen_ai.request.model": behaviour.model,
      "gen_ai.usage.input_tokens": measured?.usage?.promptTokens,
      "gen_ai.usage.output_tokens": measured?.usage?.completionTokens,
      "gen_ai.tool.definitions": toolsOf(trajectory),
      "gen_ai.input.messages": JSON.stringify([{ role: "user", parts: [{ type: "text", content: textOf(initial) }] }]),
      "error.type": ending?.sample_valid === true ? undefined : (ending?.failure_reason ?? ending?.end_reason ?? "unfinished"),
      "kubedrill.task.uri": task.uri,
      "kubedrill.task.split": task.split,
      "kubedrill.seed": seed,
      "kubedrill.end_reason": ending?.end_reason,
    }),
    events: toEvaluations(trajectory).map(([name, value]) => ({
      timeUnixNano: nanosAt(endMs),
      name: "gen_ai.evaluation.result",
      attributes: toAttributes({ "gen_ai.evaluation.name": name, "gen_ai.evaluation.score.value": { double: value } }),
    })),
    ...(ending?.sample_valid === true ? {} : { status: { code: STATUS_ERROR } }),
  };
};

/** Return, success and components of a valid sample. */
const toEvaluations = ({ ending, components, ...trajectory }: Trajectory): readonly (readonly [name: string, value: number])[] => {
  if (ending?.sample_valid !== true) return [];
  const parts = Object.entries(components).map(([name, { contribution }]) => [name, contribution] as const);
  const all = [
    ["return", trajectory.return],
    ["success", ending.success === undefined ? undefined : Number(ending.success)],
    ...parts,
  ] as const;
  return all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
};

/** A turn of a model, at the moment before its calls, since its own time is none of the cluster's. */
const toModelSpan = ({ id, root, nanosAt }: Trace, { trajectory_id, behaviour, turns }: Trajectory, step: RecordedStep, fromMs: number) => {
  const said = turns?.find(({ step_index }) => step_index === step.index)?.content;
  const parts = [
    ...(said === undefined ? [] : [{ type: "text", content: said }]),
    ...step.actions.map((action, i) =>
      action.kind === "text"
        ? { type: "text", content: action.text ?? "" }
        : { type: "tool_call", id: idOf(step, action, i), name: toolOf(action), arguments: argumentsOf(action) },
    ),
  ];
  const isCalling = step.actions.some(({ kind }) => kind !== "text");
  return {
    traceId: id,
    spanId: hexOf(`${trajectory_id}/${step.index}`, 16),
    parentSpanId: root,
    name: `chat ${behaviour.model}`,
    kind: KINDS.client,
    startTimeUnixNano: nanosAt(fromMs),
    endTimeUnixNano: nanosAt(fromMs),
    attributes: toAttributes({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "kubedrill",
      "gen_ai.request.model": behaviour.model,
      "gen_ai.conversation.id": trajectory_id,
      "gen_ai.usage.input_tokens": step.measured?.prompt_tokens,
      "gen_ai.usage.output_tokens": step.measured?.completion_tokens,
      "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts, finish_reason: isCalling ? "tool_call" : "stop" }]),
    }),
  };
};

const toToolSpans = ({ id, root, nanosAt }: Trace, step: RecordedStep, fromMs: number): readonly object[] => {
  let beganMs = fromMs;
  return step.actions.flatMap((action, i) => {
    if (action.kind === "text") return [];
    const { status = "SKIPPED", content = "", virtual_cost_ms: costMs = 0, error_code } = step.results[i] ?? {};
    const isLast = i === step.actions.length - 1;
    const startMs = beganMs;
    beganMs += costMs;
    return [
      {
        traceId: id,
        spanId: hexOf(`${id}/${step.index}/${i}`, 16),
        parentSpanId: root,
        name: `execute_tool ${toolOf(action)}`,
        kind: KINDS.internal,
        startTimeUnixNano: nanosAt(startMs),
        endTimeUnixNano: nanosAt(isLast ? step.virtual_time_ms : beganMs),
        attributes: toAttributes({
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": toolOf(action),
          "gen_ai.tool.type": "function",
          "gen_ai.tool.call.id": idOf(step, action, i),
          "gen_ai.tool.call.arguments": argumentsOf(action),
          "gen_ai.tool.call.result": isLast ? textOf(step) : content,
          "error.type": status === "OK" ? undefined : (error_code ?? status),
          "kubedrill.state_digest": step.state_digest,
          ...(isLast ? rewardOf(step) : {}),
        }),
        ...(status === "OK" ? {} : { status: { code: STATUS_ERROR } }),
      },
    ];
  });
};

const rewardOf = ({ reward, components }: RecordedStep): Readonly<Record<string, AttributeValue>> => ({
  "kubedrill.reward": reward === undefined ? undefined : { double: reward },
  ...Object.fromEntries(
    components.flatMap(({ name, contribution }: NamedComponent) =>
      contribution ? [[`kubedrill.reward.${name}`, { double: contribution }]] : [],
    ),
  ),
});

/** A text, a whole number, or a number that may be a fraction; undefined: there is no such attribute. */
type AttributeValue = string | number | { readonly double: number } | undefined;

const toAttributes = (values: Readonly<Record<string, AttributeValue>>): readonly object[] =>
  Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: toAnyValue(value) }]));

const toAnyValue = (value: NonNullable<AttributeValue>): object => {
  if (typeof value === "string") return { stringValue: value };
  return typeof value === "number" ? { intValue: `${value}` } : { doubleValue: value.double };
};

const hexOf = (text: string, digits: number): string => digestText(text).slice("sha256:".length).slice(0, digits);
