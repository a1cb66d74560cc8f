import type { ForkChild__Output } from "#proto/gen/kubedrill/v1/ForkChild.ts";
import type { ResetResponse__Output } from "#proto/gen/kubedrill/v1/ResetResponse.ts";
import type { StepRequest } from "#proto/gen/kubedrill/v1/StepRequest.ts";
import type { StepResponse__Output } from "#proto/gen/kubedrill/v1/StepResponse.ts";
import { type Action, toWireActions } from "./actions.ts";
import { type AgentAccess, readAgentAccess } from "./agent-access.ts";
import type { EpisodeCalls } from "./calls.ts";
import type { CloseTokens } from "./close-tokens.ts";
import { toDuration } from "./durations.ts";
import { errorFromStatus } from "./error-details.ts";
import { KubedrillError } from "./errors.ts";
import type { Heartbeat } from "./heartbeat.ts";
import { mintEpisodeId } from "./ids.ts";
import {
  type Ending,
  type Limits,
  type Observation,
  type Reward,
  readEnding,
  readLimits,
  readObservation,
  readReward,
  readStep,
  readTask,
  readTool,
  type StepResult,
  type Task,
  type Tool,
} from "./replies.ts";
import { toWireViews, type ViewRequest } from "./views.ts";
import { type Members, type Only, writeMembers } from "./write-members.ts";

/** The parts of a client that an episode uses. */
export interface EpisodeClient {
  readonly calls: EpisodeCalls;
  readonly heartbeat: Heartbeat;
  readonly closeTokens: CloseTokens;
}

/** State of an episode at its start. */
export interface EpisodeStart {
  readonly episodeId: string;
  readonly task: Task;
  readonly tools: readonly Tool[];
  readonly seed: bigint;
  readonly limits: Limits;
  readonly stateDigest: string;
  readonly slotId: string;
  /** Addresses for the agent itself; undefined: none were asked for. */
  readonly agentAccess: AgentAccess | undefined;
  /** Position in the queue while no slot is free; undefined: not queued. */
  readonly queuePosition: number | undefined;
}

/** One run of a task, from reset to close. One call at a time; different episodes do not wait for each other. */
export class Episode {
  readonly start: EpisodeStart;
  #client: EpisodeClient;
  #observation: Observation;
  #ending: Ending | undefined;
  #nextStepIndex = 0;
  #returnSoFar: number | undefined = 0;

  constructor(client: EpisodeClient, start: EpisodeStart, observation: Observation) {
    this.#client = client;
    this.start = start;
    this.#observation = observation;
    client.heartbeat.add(start.episodeId);
  }

  /** Id for calls and logs; never shown to an agent. */
  get id(): string {
    return this.start.episodeId;
  }

  /** Instruction of the task, which is what an agent is told. */
  get prompt(): string {
    return this.start.task.instruction;
  }

  /** Tools of the agent. */
  get tools(): readonly Tool[] {
    return this.start.tools;
  }

  /** The current observation; empty while the episode waits for a slot. */
  get observation(): Observation {
    return this.#observation;
  }

  /** Ending of the episode; undefined while it runs. */
  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** Sum of the rewards so far; undefined: no valid score exists. */
  get returnSoFar(): number | undefined {
    return this.#returnSoFar;
  }

  /** Number of steps so far. */
  get steps(): number {
    return this.#nextStepIndex;
  }

  /** Applies one or more actions, in order; text is a kubectl command line or a tool call as JSON. @throws TypeError something is no action */
  async step<Given extends StepOptions>(actions: Action | readonly Action[], options?: Only<StepOptions, Given>): Promise<StepResult> {
    return this.absorb(await this.#client.calls.step(this.stepRequest(actions, options)));
  }

  /** Computes views of the current state; no time passes and nothing is scored. The next step follows those that an agent made by itself. */
  async observe(views: readonly (string | ViewRequest)[] = []): Promise<Observation> {
    const reply = await this.#client.calls.observe({ episodeId: this.id, views: toWireViews(views) });
    const observation = readObservation(reply.observation ?? {});
    this.#nextStepIndex = Math.max(this.#nextStepIndex, observation.stepIndex);
    this.#ending = readEnding(reply.ending) ?? this.#ending;
    return observation;
  }

  /** Returns sums since reset; `finalize` states that the agent has stopped, which grades and ends the episode. */
  async reward(options: RewardOptions = {}): Promise<ExplainedReward> {
    const { finalize = false, explain = false, judge = false } = options;
    const reply = await this.#client.calls.reward({ episodeId: this.id, finalize, explain, judge });
    const reward = {
      ...readReward(reply.report ?? {}),
      explanation: reply.explanationJson ? JSON.parse(reply.explanationJson) : undefined,
    };
    this.#ending = readEnding(reply.ending) ?? this.#ending;
    this.#returnSoFar = reward.reward;
    return reward;
  }

  /** Returns the graded sum, ending the episode if it runs; undefined where the sample is invalid. */
  async score(): Promise<number | undefined> {
    try {
      const { reward } = await this.reward({ finalize: true });
      return this.#ending?.sampleValid ? reward : undefined;
    } catch (error) {
      const wasCut = error instanceof KubedrillError && isLost(error);
      if (wasCut && !this.#ending?.sampleValid) return undefined;
      throw error;
    }
  }

  /** Copies the running episode at its current state; each copy has a lease of its own. */
  async fork(count = 1, options: { readonly reseed?: bigint } = {}): Promise<Episode[]> {
    const childEpisodeIds = Array.from({ length: count }, () => mintEpisodeId());
    const reseed = options.reseed === undefined ? {} : { reseed: options.reseed.toString() };
    const reply = await this.#client.calls.fork({ episodeId: this.id, childEpisodeIds, ...reseed });
    return (reply.children ?? []).map((child) => this.#adopt(child));
  }

  /** Releases the slot; never grades and may be repeated. */
  async close(): Promise<void> {
    this.#client.heartbeat.discard(this.id);
    await this.#client.calls.close(this.#client.closeTokens.requestFor(this.id));
    this.#client.closeTokens.discard(this.id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Builds the request of the next step, for a batch. */
  stepRequest(actions: Action | readonly Action[], options: StepOptions = {}): StepRequest {
    return {
      episodeId: this.id,
      stepIndex: this.#nextStepIndex,
      actions: toWireActions(actions),
      ...writeMembers("a step", STEP, options),
    };
  }

  /** Records the reply of a step, sent alone or in a batch. */
  absorb(wire: StepResponse__Output): StepResult {
    const result = readStep(wire);
    this.#nextStepIndex = result.stepIndex + 1;
    this.#observation = result.observation;
    this.#ending = result.ending;
    this.#returnSoFar = result.reward.returnSoFar;
    if (result.ending) this.#client.heartbeat.discard(this.id);
    return result;
  }

  #adopt(child: ForkChild__Output): Episode {
    if ((child.status?.code ?? 0) !== 0) throw errorFromStatus(child.status!);
    const start = {
      ...this.start,
      episodeId: child.episode?.episodeId ?? "",
      stateDigest: child.stateDigest ?? "",
      slotId: child.episode?.slotId ?? "",
      agentAccess: undefined, // its addresses are the parent's
    };
    const copy = new Episode(this.#client, start, this.#observation);
    copy.#nextStepIndex = child.episode?.nextStepIndex ?? 0; // others may have stepped as well
    copy.#returnSoFar = this.#returnSoFar;
    return copy;
  }
}

const isLost = ({ reason, metadata }: KubedrillError): boolean =>
  reason === "SLOT_LOST" || (reason === "EPISODE_ENDED" && metadata["sample_valid"] === "false");

/** Options of a reward. */
export interface RewardOptions {
  /** True: the agent has stopped; the episode is graded and ends. */
  readonly finalize?: boolean;
  /** True: ask for the explanation, which names the answer and needs the scope of the split. */
  readonly explain?: boolean;
  /** True: with a component `judge`, what the server's model says of the diagnosis; needs the scope of the split, and a server that has one. */
  readonly judge?: boolean;
}

/** A reward with what explains it: the truth and the conditions as judged; undefined unless asked for. */
export interface ExplainedReward extends Reward {
  readonly explanation: unknown;
}

/** Options of one step. */
export interface StepOptions {
  /** Views of this reply, instead of those requested at reset. */
  readonly views?: readonly (string | ViewRequest)[];
  /** Longest wait for the reply, ms; the step is made all the same. Missing: the client's deadline. */
  readonly timeoutMs?: number;
}

const STEP: Members<StepOptions, StepRequest> = {
  views: (views) => ({ views: toWireViews(views) }),
  timeoutMs: (ms) => ({ timeout: toDuration(ms) }),
};

/** Creates an episode from a reply to Reset. */
export const startEpisode = (client: EpisodeClient, wire: ResetResponse__Output): Episode =>
  new Episode(client, readStart(wire), readObservation(wire.observation ?? {}));

const readStart = (wire: ResetResponse__Output): EpisodeStart => ({
  episodeId: wire.episode?.episodeId ?? "",
  task: readTask(wire.task ?? {}),
  tools: (wire.tools ?? []).map(readTool),
  seed: BigInt(wire.effectiveSeed ?? 0),
  limits: readLimits(wire.limits ?? {}),
  stateDigest: wire.stateDigest ?? "",
  slotId: wire.episode?.slotId ?? "",
  agentAccess: wire.agentAccess ? readAgentAccess(wire.agentAccess) : undefined,
  queuePosition: wire.queuePosition,
});
