import type { Action, ActionResult, Ending, Observation, ObservationView } from "#env/host/episode-protocol.ts";
import { given } from "./given.ts";
import type { RecordedAction, RecordedEnding, RecordedObservation, RecordedResult, RecordedView } from "./trajectory.ts";

/** Records an action as it was sent. */
export const recordAction = ({ callId, body, timeoutMs, behaviorLogprob }: Action): RecordedAction => {
  const common = { ...given("call_id", callId), ...given("timeout_ms", timeoutMs), ...given("behavior_logprob", behaviorLogprob) };
  if (body.kind === "tool") return { ...common, kind: "tool", name: body.name, arguments_json: body.argumentsJson };
  return body.kind === "text" ? { ...common, kind: "text", text: body.text } : { ...common, kind: "wait", wait_ms: body.ms };
};

/** Records an action's outcome. */
export const recordResult = (result: ActionResult): RecordedResult => ({
  call_id: result.callId,
  status: result.status,
  content: result.content,
  ...given("error_code", result.errorCode),
  had_effect: result.hadEffect,
  truncated: result.truncated,
  virtual_cost_ms: result.virtualCostMs,
});

/** Records an observation without its limits. */
export const recordObservation = ({ views }: Observation): RecordedObservation => ({ views: views.map(recordView) });

const recordView = (view: ObservationView): RecordedView => ({
  name: view.name,
  media_type: view.mediaType,
  [view.mediaType === "application/json" ? "json" : "text"]: view.body,
  truncated: view.truncated,
  original_bytes: view.originalBytes,
  digest: view.digest,
});

/** Records an end with its reason. */
export const recordEnding = (ending: Ending): RecordedEnding => ({
  terminated: ending.terminated,
  truncated: ending.truncated,
  end_reason: ending.endReason,
  sample_valid: ending.sampleValid,
  ...given("success", ending.success),
  blame: ending.blame,
  ...given("failure_reason", ending.failureReason),
});
