// biome-ignore-all lint/performance/noBarrelFile: this is what the package exports as kubedrill/client
export { type Action, kubectl, type RawTextAction, type ToolAction, type WaitAction } from "./actions.ts";
export type { AgentAccess } from "./agent-access.ts";
export type { Backend } from "./backend.ts";
export type { ChannelOptions, ClientCertificate } from "./channel.ts";
export { type BatchStep, type Client, type ClientOptions, connect } from "./client.ts";
export type { Draw, Draws, SampleOptions } from "./draws.ts";
export type { Episode, EpisodeStart, ExplainedReward, RewardOptions, StepOptions } from "./episode.ts";
export { KubedrillError, unwrap } from "./errors.ts";
export type { GeneratedRow, GenerateOptions } from "./generate-trajectories.ts";
export { mintEpisodeId } from "./ids.ts";
export type { OpenAiTool } from "./openai-tool.ts";
export type {
  ActionResult,
  Ending,
  Limits,
  Observation,
  Reward,
  RewardComponent,
  StepResult,
  Task,
  Tool,
  ToolProfile,
  View,
} from "./replies.ts";
export type { AdmissionOptions, AgentAccessRequest, ResetOptions } from "./requests.ts";
export type { Session, SessionOptions } from "./session.ts";
export type { SamplerOptions, TaskFilter } from "./task-filter.ts";
export type { ModelToolCall } from "./tool-call.ts";
export type { ViewRequest } from "./views.ts";
