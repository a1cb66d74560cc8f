import type { ResetOrder, TaskChoice } from "../episodes/episode-orders.ts";

/** Scopes with what each allows. The scope of a split tells the names and answers of its tasks. */
export const SCOPES = {
  play: "episodes of train tasks that are drawn and sealed: what an agent's host needs. Tells no answer; every caller has it",
  train: "train tasks with all that is known of them: what a trainer needs",
  eval: "the same of the split eval",
  holdout: "the same of the split holdout",
  admin: "all of these",
} as const;

/** A scope. */
export type Scope = keyof typeof SCOPES;

/** Scopes of the splits, each named like its own. */
export const SPLIT_SCOPES = ["train", "eval", "holdout"] as const satisfies readonly Scope[];

/** Returns the scopes that a credential gives, with those that they include. */
export const scopesOf = (given: Iterable<string>): ReadonlySet<string> => {
  const scopes = new Set(["play", ...given]);
  return scopes.has("admin") ? new Set(Object.keys(SCOPES)) : scopes;
};

/** True if a caller may know the tasks of a split, and the answers of its episodes. */
export const knows = (scopes: ReadonlySet<string>, split: string): boolean => scopes.has(split);

/** True if a caller may know the tasks of all splits of a filter. */
export const knowsSplits = (scopes: ReadonlySet<string>, splits: readonly string[] = ["train"]): boolean =>
  splits.every((split) => knows(scopes, split));

/** Returns the splits of which a caller may play episodes: with `play` alone those of train, which tell it nothing. */
export const playableSplits = (scopes: ReadonlySet<string>): ReadonlySet<string> =>
  scopes.has("play") ? new Set(["train", ...scopes]) : scopes;

/** Splits of which a caller may play episodes, and of which it may name the tasks. */
export const splitsOfCaller = (scopes: ReadonlySet<string>) => ({ splits: playableSplits(scopes), knownSplits: scopes });

/** Scope that each call needs, where `train` stands for any that knows tasks; which ones, is looked at by their splits. */
export const RPC_SCOPES = {
  GetServerInfo: "play",
  GetToolProfile: "play",
  SampleTasks: "play",
  Reset: "play",
  ResetBatch: "play",
  Step: "play",
  StepBatch: "play",
  Session: "play",
  Observe: "play",
  Reward: "play",
  Heartbeat: "play",
  Close: "play",
  GetKubeconfig: "play",
  GetAgentAccess: "play",
  // Names, or at least the order, of tasks.
  ListTasks: "train",
  // A copy is a guess that costs nothing.
  Fork: "train",
  Validate: "train",
  // The expert's repairs, and episodes with their truth.
  GenerateTrajectories: "train",
} as const satisfies Readonly<Record<string, Scope>>;

/** Name of a call. */
export type Rpc = keyof typeof RPC_SCOPES;

/** Something that can be asked for, and the reason for which only who knows the tasks may ask. */
export interface GuardedOption<Asked> {
  /** Field of the request, `Message.field`. */
  readonly option: string;
  readonly tells: string;
  readonly isAsked: (asked: Asked) => boolean;
}

type Draw = Extract<TaskChoice, { kind: "draw" }>;

/** Options of draws that need the scopes of all splits that are drawn from. */
export const DRAW_OPTIONS: readonly GuardedOption<Draw>[] = [
  { option: "TaskFilter.tags_all", tells: "a draw by a tag has the tag", isAsked: ({ filter }) => filter.tagsAll !== undefined },
  { option: "TaskFilter.tags_none", tells: "a draw without a tag has another", isAsked: ({ filter }) => filter.tagsNone !== undefined },
  { option: "TaskFilter.problem_ids", tells: "they are faults", isAsked: ({ filter }) => filter.problemIds !== undefined },
  {
    option: "Sampler.kind other than KIND_BALANCED and KIND_UNIFORM",
    tells: "places in an order are tasks",
    isAsked: ({ sampler }) => sampler.kind !== "BALANCED" && sampler.kind !== "UNIFORM",
  },
  { option: "Sampler.weights", tells: "likely draws have the tag", isAsked: ({ sampler }) => Object.keys(sampler.weights).length > 0 },
];

/** A reset with what its task is named by. */
export interface NamedReset {
  readonly order: ResetOrder;
  /** True: its name is a sealed one. */
  readonly isSealed: boolean;
  /** True: its reward profile and weights pay for repairs alone, so that episodes in which nothing is wrong are refused. */
  readonly paysRepairsAlone: boolean;
}

/** Options of resets that need a scope beyond `play`; which one, the task's split says. */
export const RESET_OPTIONS: readonly GuardedOption<NamedReset>[] = [
  {
    option: "TaskSelector.task_uri other than a sealed name",
    tells: "a group of it and of a draw is refused where they differ",
    isAsked: ({ order, isSealed }) => order.task.kind === "uri" && !isSealed,
  },
  {
    option: "ResetRequest.options_json other than noise, decoys, variant",
    tells: "faults refuse each other's parameters",
    isAsked: ({ order }) => Object.keys(order.params).some((name) => !COMMON_PARAMS.has(name)),
  },
  {
    option: "ResetRequest.reward_profile, reward_weights without diagnosis, for a sealed name",
    tells: "a task in which nothing is wrong is refused",
    isAsked: ({ isSealed, paysRepairsAlone }) => isSealed && paysRepairsAlone,
  },
];

/** Parameters that every task has. */
export const COMMON_PARAMS: ReadonlySet<string> = new Set(["noise", "decoys", "twins", "variant"]);

/** Fields of replies that callers get who may know the task; the others find them unset. By message, with the reason. */
export const GUARDED_FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Task: { publicId: "a digest of the name", digest: "a digest of the definition", spoilers: "name, title and tags" },
  Episode: { taskPublicId: "a digest of the name", slotId: "a task prefers its thread" },
  Draw: { probability: "the chance of a task tells its class" },
  RewardReport: {
    components: "parts and checks differ by fault",
    profileDigest: "a digest of the weights in force, which differ by class",
  },
  StepResponse: { infoJson: "anything more, for trainers" },
  RewardResponse: { explanationJson: "the truth, and what the oracles saw" },
  Ending: { failureReason: "a sentence of the operator's, with the fault" },
};
