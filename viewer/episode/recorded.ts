/** Members of a recorded episode that the pages read; the format is that of data sets, `kubedrill.trajectory/v1`. */
export interface RecordedEpisode {
  readonly trajectory_id: string;
  readonly group_id?: string;
  readonly task: { readonly uri: string; readonly split: string; readonly difficulty?: number; readonly instruction: string };
  readonly seed: string;
  readonly behaviour: { readonly name: string; readonly model?: string };
  readonly limits: Readonly<Record<string, number>>;
  readonly reward_profile: { readonly name: string; readonly weights: Readonly<Record<string, number>> };
  readonly provenance: { readonly server_version: string; readonly build_digest: string; readonly backend: string };
  readonly tools?: readonly { readonly name: string; readonly mutating: boolean }[];
  readonly initial: Moment;
  readonly steps: readonly RecordedStep[];
  readonly final?: { readonly reward?: number; readonly components: readonly NamedComponent[] };
  readonly advantages?: readonly number[];
  readonly requests?: readonly AgentRequest[];
  readonly turns?: readonly { readonly step_index: number; readonly content: string }[];
  readonly ending?: {
    readonly end_reason: string;
    readonly sample_valid: boolean;
    readonly success?: boolean;
    readonly blame: string;
    readonly failure_reason?: string;
  };
  readonly return?: number;
  readonly components: Readonly<Record<string, Component>>;
  readonly verdicts?: Verdicts;
}

/** The world and what was seen of it, after a step or at the start. */
export interface Moment {
  readonly observation: { readonly views: readonly { readonly name: string; readonly text?: string; readonly json?: string }[] };
  readonly state_digest: string;
  readonly virtual_time_ms: number;
}

export interface RecordedStep extends Moment {
  readonly index: number;
  readonly actions: readonly RecordedAction[];
  readonly results: readonly RecordedResult[];
  readonly reward?: number;
  readonly components: readonly NamedComponent[];
  /** Missing: no clock measured it. */
  readonly measured?: MeasuredTurn;
}

/** Wall time of a turn in seconds, and tokens of the model that took it. */
export interface MeasuredTurn {
  readonly agent_s?: number;
  readonly answer_s: number;
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
}

/** A request of an agent to the cluster or its telemetry, which is no step. */
export interface AgentRequest {
  /** Index of the step that came next, or the number of steps. */
  readonly step_index: number;
  readonly virtual_time_ms: number;
  readonly to: string;
  readonly method: string;
  readonly target: string;
  readonly body?: string;
  readonly status?: number;
}

export interface RecordedAction {
  readonly kind: "tool" | "text" | "wait";
  readonly name?: string;
  readonly arguments_json?: string;
  readonly text?: string;
  readonly wait_ms?: number;
}

export interface RecordedResult {
  readonly status: string;
  readonly content: string;
  readonly error_code?: string;
  readonly had_effect?: boolean;
  readonly truncated: boolean;
}

export interface Component {
  readonly value?: number;
  readonly weight: number;
  readonly contribution?: number;
  readonly status: string;
  readonly kind: string;
  readonly detail?: string;
}

export interface NamedComponent extends Component {
  readonly name: string;
}

/** Truth and conditions as they were judged. */
export interface Verdicts {
  readonly truth?: readonly { readonly resource: string; readonly faultType: string; readonly catalogueType?: string }[];
  readonly checks?: readonly {
    readonly name: string;
    readonly group?: string;
    readonly weight?: number;
    readonly held?: boolean;
    readonly evidence?: string;
  }[];
  readonly params?: readonly { readonly fault: string; readonly params: unknown }[];
  readonly timelines?: unknown;
  /** Draws around the fault; missing in records of earlier versions. */
  readonly drawn?: Readonly<Record<string, string | readonly string[]>>;
}

/** Minutes since the start at which a moment was; 0 is the start, and each step ends at one. */
export const minutesOf = ({ initial, steps }: Pick<RecordedEpisode, "initial" | "steps">): readonly number[] =>
  [initial, ...steps].map(({ virtual_time_ms }) => (virtual_time_ms - initial.virtual_time_ms) / 60_000);

/** Writes the time of the agent and of its answer, and the tokens in its prompt and in what it said. */
export const measuredText = ({ agent_s, answer_s, prompt_tokens, completion_tokens }: MeasuredTurn): string => {
  const time = `${agent_s?.toFixed(1) ?? "–"} + ${answer_s.toFixed(1)} s`;
  return prompt_tokens === undefined ? time : `${time}, ${prompt_tokens} + ${completion_tokens ?? 0} tokens`;
};

/** Words of an action: a command line as it was written, or the name of a tool with its arguments. */
export const wordsOf = ({ kind, name = "", arguments_json = "{}", text = "", wait_ms = 0 }: RecordedAction): string => {
  if (kind === "text") return text;
  if (kind === "wait") return `wait ${wait_ms / 1000} s`;
  const args = parseObject(arguments_json);
  const { command, ...others } = args;
  if (typeof command === "string") return `${name} ${command}`;
  const words = Object.entries(others).map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  return [name, ...words].join(" ");
};

/** Root causes that the agent submitted first, which are those that count; undefined if it submitted none. */
export const claimOf = ({ steps }: Pick<RecordedEpisode, "steps">): readonly Claim[] | undefined => {
  const submitted = steps.flatMap(({ actions }) => actions).find(({ name }) => name === "submit_diagnosis");
  if (submitted === undefined) return undefined;
  const { root_causes } = parseObject(submitted.arguments_json ?? "{}");
  return Array.isArray(root_causes) ? (root_causes as readonly Claim[]) : [];
};

export interface Claim {
  readonly resource?: unknown;
  readonly fault_type?: unknown;
}

/** Members of a JSON object; none if the text is no such thing, which an agent may have written. */
const parseObject = (json: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return { arguments: json };
  }
};

/** Text that the agent saw beside the results of its actions, such as news of alerts; empty: nothing. */
export const remarkOf = ({ observation, results }: Moment & { readonly results?: readonly RecordedResult[] }): string => {
  const text = observation.views.find(({ name }) => name === "text")?.text ?? "";
  const ends = (results ?? []).map(({ content }) => {
    const at = content === "" ? -1 : text.indexOf(content);
    return at < 0 ? 0 : at + content.length;
  });
  return text.slice(Math.max(0, ...ends)).trim();
};
