import { createWorkerPool } from "#pool/backends/sim/worker-pool.ts";
import { REWARD_PROFILES } from "#rewards/profiles.ts";
import { readBuildFacts } from "./build-facts.ts";
import type { Catalogue } from "./catalogue-protocol.ts";
import type { ServerConfig } from "./config.ts";
import type { EpisodeHost } from "./episode-protocol.ts";
import { TOOL_PROFILES } from "./load-actions.ts";
import { type OpenHost, openHost } from "./open-host.ts";
import type { ServerFacts } from "./server/episodes/server-facts.ts";
import { createWorkerHost } from "./worker-host.ts";
import { startWorker } from "./worker-start.ts";

/** What a server puts its doors before. */
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

/** Opens the simulated backend: catalogue and facts in this thread, the worlds in threads of their own (or here, without threads). */
export const openParts = async ({ threads }: ServerConfig): Promise<ServerParts> => {
  const lost = new Set<(episodeIds: readonly string[]) => void>();
  const onLost = (ids: readonly string[]): void => {
    for (const listener of lost) listener(ids);
  };
  const pool = threads === 0 ? undefined : createWorkerPool({ threads, start: startWorker, readyMethod: "ready", onLost });
  const open = await openHost();
  return {
    host: pool === undefined ? open.host : createWorkerHost(pool),
    catalogue: open.catalogue,
    open,
    facts: describeParts(open),
    threads: Math.max(1, threads),
    onLost: (listener) => void lost.add(listener),
    close: async () => await pool?.close(),
  };
};

const describeParts = ({ library }: OpenHost): ServerFacts => {
  const { server_version, build_digest, runtime } = readBuildFacts();
  return {
    serverVersion: server_version,
    buildDigest: build_digest,
    runtime,
    backend: "sim",
    views: library.views.map(({ spec }) => spec),
    rewardProfiles: Object.keys(REWARD_PROFILES),
    rewardComponents: library.rewards.map(({ name }) => name),
    toolProfiles: Object.keys(TOOL_PROFILES),
    splits: ["train", "eval", "holdout"],
  };
};
