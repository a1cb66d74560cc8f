import type { TelemetryRequest, TelemetryResponse } from "#kube/ports/telemetry-port.ts";
import type { ApiHttpHeaders, ApiHttpRequest, SessionFacts, SessionInput, SessionOutput } from "#pool/cluster-api.ts";
import type { LiveApi } from "#pool/live-api.ts";

/** Messages between the HTTP endpoint and the thread that holds a world: one message each way. */
export interface KubeCommand {
  readonly episodeId: string;
  /** Virtual time to which the world is advanced first, ms; a past one has no effect. */
  readonly untilMs: number;
  /** Offset of the client's clock from the world's at that instant, whole seconds in ms. */
  readonly shiftMs: number;
  /** Actions at that instant, in order. */
  readonly frames: readonly KubeFrame[];
}

/** An action of a client. Streams are numbered by the endpoint; a request opens one. */
export type KubeFrame =
  | { readonly kind: "request"; readonly stream: number; readonly request: KubeRequest }
  | { readonly kind: "telemetry"; readonly stream: number; readonly request: TelemetryRequest }
  | { readonly kind: "input"; readonly stream: number; readonly input: KubeInput }
  | { readonly kind: "close"; readonly stream: number };

/** Input of a client to a session. */
export type KubeInput =
  | { readonly kind: "data"; readonly channel: number; readonly bytes: KubeBytes }
  | Exclude<SessionInput, { readonly kind: "data" }>;

/** Output of a session. */
export type KubeOutput =
  | { readonly kind: "data"; readonly channel: number; readonly bytes: KubeBytes }
  | Exclude<SessionOutput, { readonly kind: "data" }>;

/** A request without the prefix and credentials of the endpoint. */
export interface KubeRequest extends Omit<ApiHttpRequest, "body" | "shiftMs"> {
  readonly body: KubeBytes;
  /** False: the client showed no credentials. */
  readonly isKnown: boolean;
}

/** Bytes in JSON: text as it is, anything else in base64. */
export type KubeBytes = { readonly text: string } | { readonly base64: string };

/** Outcome of a command. */
export interface KubeOutcome {
  /** Virtual time of the world, ms; later than the command's if that was in the past. */
  readonly virtualMs: number;
  /** Offset of the clocks that was used: less than the command's if the world was ahead of it. */
  readonly shiftMs: number;
  /** Virtual time of the next event, ms; missing: there is none. */
  readonly nextEventAtMs?: number;
  /** Messages in order: answers first, then output of open streams. */
  readonly messages: readonly KubeMessage[];
}

export type KubeMessage =
  | {
      readonly kind: "response";
      readonly stream: number;
      readonly status: number;
      readonly headers: ApiHttpHeaders;
      readonly body: KubeBytes;
    }
  | { readonly kind: "open"; readonly stream: number; readonly headers: ApiHttpHeaders }
  | { readonly kind: "data"; readonly stream: number; readonly data: string }
  /** Upgrade of the connection to a session. */
  | { readonly kind: "session"; readonly stream: number; readonly facts: SessionFacts }
  | { readonly kind: "output"; readonly stream: number; readonly output: KubeOutput }
  | { readonly kind: "over"; readonly stream: number };

/** Outcome of a command for an episode. */
export interface EpisodeKubeOutcome extends KubeOutcome {
  /** Digest of the episode's state afterwards; missing: there were no frames. */
  readonly stateDigest?: string;
  /** True if the episode has used up its virtual time. */
  readonly isSpent: boolean;
  /** User name of the agent in the cluster, and default namespace of its commands. */
  readonly user: string;
  readonly namespace: string;
}

/** Receiver of commands: a thread, or a world in the thread of the endpoint. */
export interface KubeLink {
  run(command: KubeCommand): Promise<KubeOutcome>;
}

/** An episode in a real cluster, as the HTTP endpoint needs it. */
export interface LiveEpisode {
  readonly api: LiveApi;
  /** Answers a request to one of the telemetry APIs. */
  query(request: TelemetryRequest): Promise<TelemetryResponse>;
  /** Default namespace of the agent's commands. */
  readonly namespace: string;
  /** True if the episode has used up its time. */
  readonly isSpent: boolean;
}
