import { TRAJECTORY_SCHEMA, type Trajectory } from "../../trajectories/trajectory.ts";

/** Parts of a made-up record that a test cares about. */
export interface MadeParts {
  readonly id: string;
  readonly problem?: string;
  readonly seed?: string;
  readonly policy?: string;
  readonly total?: number;
  readonly steps?: number;
  /** Text of each result. */
  readonly content?: string;
}

/** Makes up a record that all readers take, for tests of what reads many or odd ones: nobody played it, and no replay is equal. */
export const makeTrajectory = ({
  id,
  problem = "scale-to-zero?target=deployment/rate",
  seed = "7",
  policy = "expert",
  total = 0.5,
  steps = 2,
  content = "NAME   READY   STATUS\nrate   0/1     CrashLoopBackOff\n",
}: MadeParts): Trajectory =>
  ({
    schema: TRAJECTORY_SCHEMA,
    trajectory_id: id,
    episode_id: id,
    group_id: `g-${seed}`,
    task: {
      uri: `kubedrill://hotel-reservation/${problem}`,
      public_id: "t-1",
      digest: "d",
      split: "train",
      tags: ["app:hotel-reservation", "layer:workload"],
      difficulty: 2,
      instruction: "Find out.",
    },
    provenance: { server_version: "0", build_digest: "b", runtime: "r", catalogue_digest: "c", backend: "sim", determinism: "EXACT" },
    seed,
    options: { params: {}, limits: {}, views: [{ name: "text" }] },
    behaviour: { kind: "policy", name: policy },
    labels: {},
    limits: { max_steps: 50 },
    reward_profile: { name: "shaped", digest: "d", weights: { mitigation: 1 } },
    tools: [{ name: "kubectl", description: "", input_schema: {}, mutating: true }],
    initial: moment(0, "Find out.\n\nAlerts: none firing."),
    steps: Array.from({ length: steps }, (_, index) => ({
      index,
      actions: [{ kind: "tool", name: "kubectl", arguments_json: '{"command":"get pods"}' }],
      results: [{ call_id: "a0", status: "OK", content, had_effect: false, truncated: false, virtual_cost_ms: 500 }],
      components: [
        { name: "mitigation", kind: "TERMINAL", status: "SCORED", weight: 1, value: total / steps, contribution: total / steps },
      ],
      reward: total / steps,
      ...(index === 0 && { measured: { agent_s: 12.34, answer_s: 0.061, prompt_tokens: 4012, completion_tokens: 210 } }),
      ...moment((index + 1) * 10_000, `${content}\n\nAlerts: none firing.`),
    })),
    requests: [
      {
        step_index: 1,
        virtual_time_ms: 15_000,
        to: "kubernetes",
        method: "PATCH",
        target: "/apis/apps/v1/x?y=z",
        body: content,
        status: 200,
      },
    ],
    turns: [{ turn_index: 0, step_index: 0, role: "assistant", content: "Which pods are there?" }],
    ending: {
      terminated: true,
      truncated: false,
      end_reason: "AGENT_SUBMITTED",
      sample_valid: true,
      success: total > 0.5,
      blame: "POLICY",
    },
    return: total,
    components: { mitigation: { kind: "TERMINAL", status: "SCORED", weight: 1, value: total, contribution: total, detail: "as made up" } },
    verdicts: {
      truth: [{ resource: "deployment/rate", faultType: "scale-to-zero" }],
      checks: [{ name: "replicas", group: "defect-gone", weight: 1, held: false, evidence: "0 of 1" }],
      drawn: { variant: "v3", noise: [], decoys: ["prompt-text"], twins: ["service/geo-blue"], fixtures: [] },
    },
    metrics: { steps, virtual_ms: steps * 10_000 },
    digests: { events: "e", final_state: "f" },
  }) as Trajectory;

const moment = (virtual_time_ms: number, text: string) => ({
  observation: { views: [{ name: "text", media_type: "text/plain", text, truncated: false, original_bytes: text.length, digest: "d" }] },
  state_digest: `sha256:${virtual_time_ms}`,
  virtual_time_ms,
});
