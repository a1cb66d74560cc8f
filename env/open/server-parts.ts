import type { Catalogue } from "../catalogue/catalogue-protocol.ts";
import type { EpisodeHost } from "../host/episode-protocol.ts";
import type { ServerFacts } from "../server/episodes/server-facts.ts";
import type { OpenHost } from "./open-host.ts";

/** Parts that a server offers over its APIs. */
export interface ServerParts {
  readonly host: EpisodeHost;
  readonly catalogue: Catalogue;
  readonly facts: ServerFacts;
  /** Episodes that can be played at the same time. */
  readonly threads: number;
  /** The host of this thread, by which the catalogue was made; scripted policies are planned with it. */
  readonly open?: OpenHost;
  /** Hears of episodes whose world died. */
  onLost(listener: (episodeIds: readonly string[]) => void): void;
  close(): Promise<void>;
}
