import { createWorkerPool, type LostThread } from "#pool/backends/sim/worker-pool.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { ASKED_BY_POLICIES } from "../host/asked-by-policies.ts";
import type { ExpectedPlay } from "../host/episode-protocol.ts";
import { compiledCodeFolder } from "../host/keep-compiled-code.ts";
import { limitHeapGrowth } from "../host/limit-heap-growth.ts";
import { keepWithin } from "../host/thread-memory.ts";
import { createWorkerHost, incidentKind } from "../host/worker-host.ts";
import { startWorker } from "../host/worker-start.ts";
import { drawVariant } from "../loop/lease-variant.ts";
import { logActionFailures } from "../observability/log-action-failures.ts";
import { logThreadEnds } from "../observability/log-thread-ends.ts";
import { createServerLog } from "../observability/server-log.ts";
import { boundFolder } from "./bound-folder.ts";
import type { ServerConfig } from "./config.ts";
import { describeFacts } from "./describe-facts.ts";
import { openHost } from "./open-host.ts";
import { readMemories } from "./read-memories.ts";
import type { LostWorlds, ServerParts } from "./server-parts.ts";
import { HEAP_GROWTH, shareMemory } from "./share-memory.ts";
import { openWarmCache } from "./warm-cache.ts";

/** Opens the configured backend. */
export const openParts = async (config: ServerConfig): Promise<ServerParts> =>
  config.backend === "sim" ? await openSimParts(config) : await (await import("./open-pool-parts.ts")).openPoolParts(config);

/** Opens the simulator: catalogue and facts in this thread, worlds in threads of their own (without threads here as well). */
const openSimParts = async (config: ServerConfig): Promise<ServerParts> => {
  const { threads, incidentDiskMiB, prepareWhileIdle, logLevel, overrunMs, warmCache } = config;
  const lost = new Set<(worlds: LostWorlds) => void>();
  const log = createServerLog(logLevel);
  const logThreadEnd = logThreadEnds(log);
  const onLost = (thread: LostThread): void => {
    logThreadEnd(thread);
    for (const listener of lost) listener(lostWorldsOf(thread));
  };
  limitHeapGrowth(HEAP_GROWTH);
  const { mainBytes, threadBytes } = shareMemory(config);
  const options = { incidentDiskBytesMax: incidentDiskMiB * 2 ** 20, ...(warmCache !== undefined && { warmCache }) };
  // A cache that cannot be used stops the start here, before there are threads.
  if (warmCache !== undefined) log.info("warm cache", { folder: warmCache, worlds: openWarmCache(warmCache).worlds });
  const start = (_index: number, turnMemory: SharedArrayBuffer) =>
    startWorker({ ...options, shareBytes: threadBytes, prepareWhileIdle, turnMemory });
  const pool =
    threads === 0 ? undefined : createWorkerPool({ threads, start, readyMethod: "ready", onLost, overrunMs, bounded: ASKED_BY_POLICIES });
  // This thread keeps some too: those that scripted policies are planned from.
  const open = await openHost({ ...options, keptBytesMax: mainBytes, onActionFailed: logActionFailures(log) });
  const memory = keepWithin(mainBytes, open);
  const closing = new AbortController();
  void boundFolder(compiledCodeFolder(), { bytesMax: CODE_BYTES_MAX, signal: closing.signal });
  return {
    host: pool === undefined ? open.host : createWorkerHost(pool, (play) => [incidentKind(play), baselineKind(open.catalogue, play)]),
    catalogue: open.catalogue,
    open,
    facts: describeFacts(open),
    threads: Math.max(1, threads),
    memories: readMemories(memory.read, pool),
    onLost: (listener) => void lost.add(listener),
    close: async () => {
      memory.stop();
      closing.abort();
      await pool?.close();
    },
  };
};

/** Episodes of a lost thread, and the call of one of them that ended it. */
export const lostWorldsOf = ({ keys, underWay }: LostThread): LostWorlds => {
  const { episodeId } = (underWay?.payload ?? {}) as { readonly episodeId?: string };
  return { episodeIds: keys, ...(underWay && episodeId !== undefined && { culprit: { episodeId, method: underWay.method } }) };
};

/** Bytes that compiled code may take in the user's cache folder: that of some five builds. */
const CODE_BYTES_MAX = 64 * 2 ** 20;

/** Incidents of one baseline belong together, too: a thread boots it once. A variant that lacks the target is rare, and costs a boot. */
const baselineKind = ({ taskOf }: Catalogue, { taskUri, seed }: ExpectedPlay): string => {
  const task = taskOf(taskUri);
  return `${task.app} ${drawVariant(task, seed)?.id}`;
};
