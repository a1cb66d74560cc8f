import type { ApiHttpHeaders, ApiHttpRequest, SessionFacts, SessionInput, SessionOutput } from "#pool/cluster-api.ts";
import type { LiveApi } from "#pool/live-api.ts";

/** Messages between the HTTP endpoint and the thread that holds a world: one message each way. */
export interface KubeCommand {
  readonly episodeId: string;
  /** The world moves on to this virtual instant first; one that is past moves nothing. */
  readonly untilMs: number;
  /** What the client's clock is ahead of the world's at that instant, whole seconds in ms. */
  readonly shiftMs: number;
  /** Done in order, at that instant. */
  readonly frames: readonly KubeFrame[];
}

/** An action of a client. Streams are numbered by the endpoint; a request opens one. */
export type KubeFrame =
  | { readonly kind: "request"; readonly stream: number; readonly request: KubeRequest }
  | { readonly kind: "input"; readonly stream: number; readonly input: KubeInput }
  | { readonly kind: "close"; readonly stream: number };

/** What a client does in a session. */
export type KubeInput =
  | { readonly kind: "data"; readonly channel: number; readonly bytes: KubeBytes }
  | Exclude<SessionInput, { readonly kind: "data" }>;

/** What a session has to say. */
export type KubeOutput =
  | { readonly kind: "data"; readonly channel: number; readonly bytes: KubeBytes }
  | Exclude<SessionOutput, { readonly kind: "data" }>;

/** A request without the prefix and credentials of the endpoint. */
export interface KubeRequest extends Omit<ApiHttpRequest, "body" | "shiftMs"> {
  readonly body: KubeBytes;
  /** False: no credentials were shown. */
  readonly isKnown: boolean;
}

/** Bytes as JSON carries them: text as it is, anything else in base64. */
export type KubeBytes = { readonly text: string } | { readonly base64: string };

/** What came of a command. */
export interface KubeOutcome {
  /** Where the world is; a command for an earlier instant was done here all the same. */
  readonly virtualMs: number;
  /** The difference of the clocks that was in force: less than the command's where the world is further than that. */
  readonly shiftMs: number;
  /** When something happens next by itself; missing: never. */
  readonly nextEventAtMs?: number;
  /** In order, answers first; then what open streams have to say. */
  readonly news: readonly KubeNews[];
}

export type KubeNews =
  | {
      readonly kind: "response";
      readonly stream: number;
      readonly status: number;
      readonly headers: ApiHttpHeaders;
      readonly body: KubeBytes;
    }
  | { readonly kind: "open"; readonly stream: number; readonly headers: ApiHttpHeaders }
  | { readonly kind: "data"; readonly stream: number; readonly data: string }
  /** The connection leaves HTTP. */
  | { readonly kind: "session"; readonly stream: number; readonly facts: SessionFacts }
  | { readonly kind: "output"; readonly stream: number; readonly output: KubeOutput }
  | { readonly kind: "over"; readonly stream: number };

/** What came of a command for an episode. */
export interface EpisodeKubeOutcome extends KubeOutcome {
  /** Of the episode's state afterwards; missing: there were no frames. */
  readonly stateDigest?: string;
  /** True: the episode has used up its virtual time. */
  readonly isSpent: boolean;
  /** Whom the cluster takes the agent for, and where its commands go that name no namespace. */
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
  /** Where commands go that name no namespace. */
  readonly namespace: string;
  /** True: the episode has used up its time. */
  readonly isSpent: boolean;
}
