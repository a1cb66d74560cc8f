import { createAdmissionQueue } from "#pool/admission/admission-queue.ts";
import type { JournalOptions } from "#pool/journal/journal.ts";
import type { JournalRecord } from "#pool/journal/journal-line.ts";
import { sizeOfJournal } from "#pool/journal/segments.ts";
import { createLeaseBook, type LeaseRules } from "#pool/leases/lease-book.ts";
import { createServerLog, type ServerLog } from "../observability/server-log.ts";
import { createServerMetrics, type ServerMetrics } from "../observability/server-metrics.ts";
import { isTokenRequired, type ServerConfig, stateDirectoryOf, tokenFileOf } from "../open/config.ts";
import type { ServerParts } from "../open/server-parts.ts";
import { type AgentAccess, createAgentAccess } from "./agent-http/agent-access.ts";
import type { DatasetMaker, OwnServer } from "./datasets/dataset-maker.ts";
import { openOwnSocket } from "./datasets/own-socket.ts";
import { createEpisodeService, type EpisodeService } from "./episodes/create-episode-service.ts";
import type { EpisodeContext } from "./episodes/episode-context.ts";
import type { EpisodeEntry } from "./episodes/episode-entry.ts";
import { type EpisodeJournal, NO_JOURNAL, openEpisodeJournal } from "./episodes/episode-journal.ts";
import { createEpisodeMeter } from "./episodes/episode-meter.ts";
import { createGroupBook } from "./episodes/group-book.ts";
import { outliveThreads } from "./episodes/outlive-threads.ts";
import { reapEpisodes, startReaper } from "./episodes/reap-episodes.ts";
import { type JournalContent, type Recovery, recoverEpisodes } from "./episodes/recover-episodes.ts";
import type { ServerFacts } from "./episodes/server-facts.ts";
import { createTombstones } from "./episodes/tombstones.ts";
import { systemClock, type WallClock } from "./episodes/wall-clock.ts";
import { watchJournal } from "./episodes/watch-journal.ts";
import { type GrpcServer, openGrpcServer } from "./grpc/open-grpc-server.ts";
import { grpcOptionsOf, tlsOf } from "./grpc-options.ts";
import { createKubeAccess, type KubeAccess } from "./kube-http/kube-access.ts";
import type { Pace } from "./kube-http/pace.ts";
import { countStates, createLiveBoard, type LiveBoard } from "./live/live-board.ts";
import { type OperationsServer, openOperationsServer } from "./operations-http/open-operations-server.ts";
import { serveLivePages } from "./operations-http/serve-live-pages.ts";
import type { AnswerPage } from "./pages/page-server.ts";
import { type Access, createAccess } from "./trust/create-access.ts";
import { keepToken, keptOperator } from "./trust/keep-token.ts";
import { openIdentity } from "./trust/server-identity.ts";
import { readClientTokens } from "./trust/token-files.ts";

/** A server that accepts calls. */
export interface RunningServer {
  /** Address, `host:port`. */
  readonly address: string;
  /** Address for calls of this process, which takes them in plain text where the other speaks TLS. */
  readonly ownAddress: string;
  /** File of the token that allows everything; missing: there is none. */
  readonly tokenFile?: string;
  /** That token itself, for this process. */
  readonly operatorToken: string;
  readonly facts: ServerFacts;
  /** Address of `/healthz`, `/readyz`, `/metrics` and the pages; missing: there is none. */
  readonly httpAddress?: string;
  /** Number of tasks in the catalogue, all splits together. */
  readonly tasks: number;
  readonly service: EpisodeService;
  readonly log: ServerLog;
  /** Recovery of episodes from before the restart. */
  readonly recovery: Recovery;
  /** Registers who is told when the journal cannot be written any more, and when it can again. */
  onJournalChange(listener: (isWritable: boolean) => void): void;
  /** Reaps at once, for tests with a clock of their own. */
  reap(): Promise<void>;
  /**
   * Stops. With a journal, simulated episodes are suspended once the calls in flight are answered, and the next server goes
   * on with them; without one, they may continue for `drainMs` (missing: as configured), and are then ended.
   */
  close(drainMs?: number): Promise<Stopped>;
}

/** Remains of a stopped server. */
export interface Stopped {
  /** Number of episodes that a server with the same journal goes on with. */
  readonly suspended: number;
  /** Folder of the journal; missing: none. */
  readonly directory?: string;
}

/** Parts that come from outside, and replacements for tests. */
export interface ServerDoubles {
  readonly parts?: ServerParts;
  /** Creates what generates datasets; missing: the server offers none. */
  readonly makeDatasets?: (own: OwnServer) => DatasetMaker;
  /** Creates what answers the pages at the HTTP port; missing: there are none. */
  readonly makePages?: (board: LiveBoard) => AnswerPage;
  readonly clock?: WallClock;
  readonly log?: ServerLog;
  readonly writeJournal?: JournalOptions["write"];
}

/** Starts a server: opens the backend, recovers the episodes of its journal, and starts the gRPC server. */
export const startServer = async (config: ServerConfig, doubles: ServerDoubles = {}): Promise<RunningServer> => {
  const clients = config.clientTokens === undefined ? [] : readClientTokens(config.clientTokens);
  const directory = stateDirectoryOf(config);
  const identity = openIdentity(config, directory);
  const { log = createServerLog(config.logLevel, { namesTasks: config.logTasks }), clock = systemClock } = doubles;
  const parts = doubles.parts ?? (await (await import("../open/open-parts.ts")).openParts(config));
  const { context, content, metrics } = openContext(config, { parts, clock, log }, doubles.writeJournal);
  const operator = keptOperator(directory, log);
  const service = createEpisodeService(context);
  const answer = config.httpPort === undefined ? undefined : doubles.makePages?.(createLiveBoard(context));
  const recovery = recoverEpisodes(context, content, parts.threads);
  if (recovery.replaying + recovery.lost > 0) log.info("recovery", { replaying: recovery.replaying, lost: recovery.lost });
  const socket = doubles.makeDatasets && config.tlsCertificate !== undefined ? openOwnSocket() : undefined;
  const giveUp = async (cause: unknown): Promise<never> => {
    socket?.close();
    await Promise.allSettled([context.journal.close(), parts.close()]);
    throw cause;
  };
  const { agents, kube } = createAccessOfAgents(config, { service, clock, parts });
  const datasets = doubles.makeDatasets?.({ address: (): string => grpc.ownAddress, token: operator.token });
  const access = createAccess({ scopes: config.scopes, tokens: [operator, ...clients], isTokenRequired: isTokenRequired(config) });
  const grpc: GrpcServer = await openGrpcServer({
    ...grpcOptionsOf(config),
    ...(socket && { ownAddress: socket.address }),
    ...identity,
    access,
    service,
    catalogue: parts.catalogue,
    facts: parts.facts,
    rules: context.rules,
    slots: context.admission,
    clock,
    log,
    agents,
    ...(datasets && { datasets }),
    ...(kube && { kube }),
  }).catch(giveUp);
  const operations = await openOperations(config, { metrics, context, access, answer }).catch(async (cause) => {
    await grpc.close(0);
    return await giveUp(cause);
  });
  const tokenFile = config.tokenFile ?? tokenFileOf(grpc.address);
  const removeToken = tokenFile === "" ? undefined : keepToken(tokenFile, operator, log);
  context.journalListeners.add((isWritable) => grpc.setServing(isWritable && !service.isDraining()));
  const stopReaper = startReaper(context);
  return {
    address: grpc.address,
    ownAddress: grpc.ownAddress,
    ...(operations && { httpAddress: operations.address }),
    ...(removeToken && { tokenFile }),
    operatorToken: operator.token,
    facts: parts.facts,
    tasks: parts.catalogue.list({ splits: parts.facts.splits }).length,
    service,
    log,
    recovery,
    onJournalChange: (listener) => void context.journalListeners.add(listener),
    reap: () => reapEpisodes(context),
    close: once(async (drainMs = config.drainMs) => {
      const journal = parts.facts.backend === "sim" ? directory : undefined;
      grpc.setServing(false);
      const deadlineMs = clock.nowMs() + drainMs;
      const suspended = journal === undefined ? 0 : await service.suspend(deadlineMs);
      if (journal === undefined) await service.drain(deadlineMs);
      await grpc.close(CLOSE_GRACE_MS);
      socket?.close();
      stopReaper();
      removeToken?.();
      for (const door of [operations, agents, kube]) await door?.close();
      await context.journal.close();
      await parts.close();
      const stopped: Stopped = { suspended, ...(journal !== undefined && { directory: journal }) };
      log.info("stopped", { ...stopped });
      return stopped;
    }),
  };
};

/** Creates what lets agents in by themselves; nothing listens before the first of them. */
const createAccessOfAgents = (
  config: ServerConfig,
  { service, clock, parts }: Pick<CoreParts, "clock" | "parts"> & { readonly service: EpisodeService },
): { readonly kube: KubeAccess | undefined; readonly agents: AgentAccess } => {
  const hasKube = (parts.host.kube ?? parts.host.liveCluster) !== undefined;
  const { kubeHost, kubePort, agentHost, agentPort } = config;
  const kube = hasKube ? createKubeAccess({ service, clock, host: kubeHost, port: kubePort, pace: paceOf(config) }) : undefined;
  const { serverVersion } = parts.facts;
  return { kube, agents: createAgentAccess({ service, kube, clock, serverVersion, host: agentHost, port: agentPort, tls: tlsOf(config) }) };
};

const openOperations = async (
  { httpHost, httpPort }: ServerConfig,
  { metrics, context, access, answer }: OperationsParts,
): Promise<OperationsServer | undefined> => {
  if (httpPort === undefined) return undefined;
  const unready = (): string | undefined => {
    if (context.drainDeadlineMs !== undefined) return "the server is stopping";
    return context.isJournalWritable ? undefined : "the journal cannot be written";
  };
  const servePages = answer && serveLivePages(access, answer);
  return await openOperationsServer({ host: httpHost, port: httpPort, metrics, unready, servePages });
};

interface OperationsParts {
  readonly metrics: ServerMetrics;
  readonly context: EpisodeContext;
  readonly access: Access;
  readonly answer: AnswerPage | undefined;
}

const LEASE_TTL_MIN_MS = 10_000;
const LEASE_TTL_MAX_MS = 24 * 3_600_000;

const rulesOf = ({ leaseTtlDefaultMs, lifetimeMaxMs }: ServerConfig): LeaseRules => ({
  ttlMinMs: LEASE_TTL_MIN_MS,
  ttlDefaultMs: leaseTtlDefaultMs,
  ttlMaxMs: LEASE_TTL_MAX_MS,
  lifetimeMaxMs,
});

type CoreParts = Required<Pick<ServerDoubles, "parts" | "clock" | "log">>;

const openContext = (
  config: ServerConfig,
  { parts, clock, log }: CoreParts,
  write: ServerDoubles["writeJournal"],
): { readonly context: EpisodeContext; readonly content: JournalContent; readonly metrics: ServerMetrics } => {
  const entries = new Map<string, EpisodeEntry>();
  const tombstones = createTombstones({ keepMs: config.tombstoneMs, nowMs: clock.nowMs });
  const keep = (record: JournalRecord): boolean =>
    entries.has(record.id) || record.t === "resume" || (record.t === "release" && tombstones.isKept(Number(record["atMs"])));
  const { journal, content } = openJournalOf(config, { parts, clock, log }, { keep, ...(write && { write }) });
  const rules = rulesOf(config);
  const admission = createAdmissionQueue({ slots: config.slots, depthMax: config.queueDepthMax, nowMs: clock.nowMs });
  const listeners: EpisodeContext["listeners"] = new Set();
  const metrics = createServerMetrics({
    episodes: () => countStates(entries.values()),
    slots: admission,
    leases: () => context.leases.size(),
    journalBytes: () => sizeOfJournal(stateDirectoryOf(config)),
    isJournalWritable: () => context.isJournalWritable,
    threads: parts.threads,
    memoryBytesMax: config.memoryMiB * 2 ** 20,
    memories: parts.memories ?? (async () => new Map()),
  });
  parts.onLost(() => metrics.threadLost());
  const context: EpisodeContext = {
    host: outliveThreads(parts, () => context),
    worlds: parts.host,
    catalogue: parts.catalogue,
    facts: parts.facts,
    vacancyOf: parts.vacancyOf,
    rules,
    admission,
    leases: createLeaseBook(rules),
    journal: watchJournal(
      journal,
      (isWritable) => {
        context.isJournalWritable = isWritable;
        log[isWritable ? "info" : "error"](isWritable ? "journal works again" : "journal cannot be written");
        for (const listener of context.journalListeners) listener(isWritable);
      },
      metrics.journalError,
    ),
    clock,
    judge: parts.judge,
    meter: createEpisodeMeter({ entries, listeners }, metrics),
    log,
    entries,
    tombstones,
    groups: createGroupBook(),
    retired: new Set(),
    unreleased: new Set(),
    isJournalWritable: true,
    journalListeners: new Set(),
    listeners,
    stepListeners: new Set(),
    aliveAtMs: clock.nowMs(),
    isSuspended: false,
    drainDeadlineMs: undefined,
  };
  return { context, content, metrics };
};

const openJournalOf = (
  config: ServerConfig,
  { parts, clock, log }: CoreParts,
  options: Pick<JournalOptions, "keep" | "write">,
): { readonly journal: EpisodeJournal; readonly content: JournalContent } => {
  const directory = stateDirectoryOf(config);
  if (directory === undefined) return { journal: NO_JOURNAL, content: { records: [], damagedIds: new Set() } };
  const build = `${parts.facts.buildDigest} ${parts.facts.runtime}`;
  const onCompactionError = (cause: unknown): void => log.error("journal compaction", { directory }, cause);
  const opened = openEpisodeJournal({ directory, ...options, build, nowMs: clock.nowMs, onCompactionError });
  if (opened.damagedLines > 0) log.warn("journal has damaged lines", { directory, lines: opened.damagedLines });
  return { journal: opened.journal, content: opened };
};

const paceOf = ({ kubeIdleSpeed, kubeWaitingSpeed, kubeIdleMaxMs, kubeRequestCostMs }: ServerConfig): Pace => ({
  idleSpeed: kubeIdleSpeed,
  waitingSpeed: kubeWaitingSpeed,
  idleMaxMs: kubeIdleMaxMs,
  requestCostMs: kubeRequestCostMs,
});

const CLOSE_GRACE_MS = 1_000;

const once = <T>(run: (drainMs?: number) => Promise<T>): ((drainMs?: number) => Promise<T>) => {
  let running: Promise<T> | undefined;
  return (drainMs) => (running ??= run(drainMs));
};
