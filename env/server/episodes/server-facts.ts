import type { BackendName } from "#pool/backend.ts";
import type { EpisodeLimits, ToolSpec } from "../../host/episode-protocol.ts";

/** Facts about a server, fixed while it runs. */
export interface ServerFacts {
  readonly serverVersion: string;
  /** Digest of the code and data that decide an episode: servers with equal digests reproduce each other's episodes. */
  readonly buildDigest: string;
  /** Node and V8 version and CPU architecture: equal digests mean equal episodes only on equal runtimes. */
  readonly runtime: string;
  readonly backend: BackendName;
  readonly views: readonly ViewSpec[];
  readonly rewardProfiles: readonly string[];
  /** Names of the components that reward weights may contain. */
  readonly rewardComponents: readonly string[];
  /** Tools by profile; `""`: all of them. */
  readonly toolProfiles: Readonly<Record<string, readonly ToolSpec[]>>;
  /** First message to an agent in a chat, before the instruction of its task. */
  readonly systemPrompt: string;
  /** Limits of tasks without limits of their own. */
  readonly defaultLimits: EpisodeLimits;
  readonly splits: readonly string[];
}

/** An available view. */
export interface ViewSpec {
  readonly name: string;
  readonly mediaType: string;
  readonly schemaJson?: string;
  readonly deterministic: boolean;
  readonly agentVisible: boolean;
  readonly defaultJson?: string;
  /** Names of its parameters, which are whole numbers from 1; missing: it has none. */
  readonly params?: readonly string[];
}
