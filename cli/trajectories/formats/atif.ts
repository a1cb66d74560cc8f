import { parseJson } from "#core/parse-json.ts";
import type { RecordedAction, RecordedStep, Trajectory } from "../trajectory.ts";
import { argumentsOf, idOf, messagesOfStep, textOf, toolOf, toolsOf } from "./chat.ts";
import type { DatasetFormat } from "./format.ts";

/** Whole episodes as documents of the Agent Trajectory Interchange Format, one a line. */
export const atif: DatasetFormat = {
  name: "atif",
  title: "episodes as documents of the Agent Trajectory Interchange Format 1.7",
  spoils: ["extra.task_uri"],
  rows: (group) => group.map(toDocument),
};

const toDocument = (trajectory: Trajectory) => {
  const { behaviour, provenance, task, seed, ending, steps } = trajectory;
  return {
    schema_version: "ATIF-v1.7",
    session_id: trajectory.group_id ?? trajectory.trajectory_id,
    trajectory_id: trajectory.trajectory_id,
    agent: {
      name: behaviour.name,
      version: provenance.server_version,
      ...(behaviour.model === undefined ? {} : { model_name: behaviour.model }),
      tool_definitions: JSON.parse(toolsOf(trajectory)) as unknown,
    },
    steps: [{ step_id: 1, source: "user", message: textOf(trajectory.initial) }, ...steps.map((step) => toStep(trajectory, step))],
    final_metrics: {
      total_steps: steps.length + 1,
      extra: { return: trajectory.return ?? null, end_reason: ending?.end_reason ?? null, sample_valid: ending?.sample_valid === true },
    },
    extra: { task_uri: task.uri, task_digest: task.digest, split: task.split, seed, provenance, ending: ending ?? null },
  };
};

/** A turn of the agent with what it saw then; results name the calls that they answer. */
const toStep = (trajectory: Trajectory, step: RecordedStep) => {
  const [said, ...answers] = messagesOfStep(trajectory, step);
  const calls = step.actions.filter(({ kind }) => kind !== "text");
  return {
    step_id: step.index + 2,
    source: "agent",
    message: said?.content ?? "",
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((action, i) => toCall(action, idOf(step, action, i))) }),
    observation: {
      results: answers.map(({ tool_call_id, content }) => ({
        ...(tool_call_id === undefined ? {} : { source_call_id: tool_call_id }),
        content,
      })),
    },
    // A scripted policy calls no model, which the format tells apart from usage that was not noted.
    ...(trajectory.behaviour.model === undefined ? { llm_call_count: 0 } : {}),
    extra: {
      reward: step.reward ?? null,
      components: step.components.map(({ name, value = null, contribution = null }) => ({ name, value, contribution })),
      state_digest: step.state_digest,
      virtual_time_ms: step.virtual_time_ms,
    },
  };
};

/** A call with its arguments as an object; such as are none are kept as written. */
const toCall = (action: RecordedAction, id: string) => {
  const text = argumentsOf(action);
  const parsed = parseJson(text);
  const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
  return { tool_call_id: id, function_name: toolOf(action), arguments: isObject ? parsed : { _raw: text } };
};
