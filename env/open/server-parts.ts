import type { Catalogue } from "../catalogue/catalogue-protocol.ts";
import type { EpisodeHost } from "../host/episode-protocol.ts";
import type { VacancyOf } from "../server/episodes/choose-vacant.ts";
import type { DiagnosisJudge } from "../server/episodes/judge-episode.ts";
import type { ServerFacts } from "../server/episodes/server-facts.ts";
import type { OpenHost } from "./open-host.ts";
import type { ReadMemories } from "./read-memories.ts";

/** Parts that a server offers over its APIs. */
export interface ServerParts {
  readonly host: EpisodeHost;
  readonly catalogue: Catalogue;
  readonly facts: ServerFacts;
  /** Tells how soon a slot can be had; missing: at once. */
  readonly vacancyOf?: VacancyOf;
  /** Judges diagnoses for who asks; missing: nobody does. */
  readonly judge?: DiagnosisJudge;
  /** Number of episodes that can be played at the same time. */
  readonly threads: number;
  /** Host of this thread, with which the catalogue was built and scripted policies are planned. */
  readonly open?: OpenHost;
  /** Reads the memory of its threads; missing: nothing is kept in this process. */
  readonly memories?: ReadMemories;
  /** Registers a listener to worlds that were lost with the thread that held them. */
  onLost(listener: (lost: LostWorlds) => void): void;
  close(): Promise<void>;
}

/** Worlds that were lost together. */
export interface LostWorlds {
  readonly episodeIds: readonly string[];
  /** The call that ended their thread; missing: none did. */
  readonly culprit?: { readonly episodeId: string; readonly method: string };
}
