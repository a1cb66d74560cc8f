import { availableParallelism } from "node:os";
import { createRng, type Rng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import type { EpisodeHost, ResetCommand } from "#env/host/episode-protocol.ts";
import type { TellAnswer } from "#env/host/play-agent.ts";
import type { OpenHost } from "#env/open/open-host.ts";
import type { ModelSettings } from "../llm/chat-endpoint.ts";
import { MODEL_POLICY } from "../options/model-options.ts";
import { given } from "../trajectories/given.ts";
import { type EpisodeRecording, recordEpisode } from "../trajectories/record-episode.ts";
import type { EngineAccess } from "./connect-to-server.ts";
import { type Engine, EPISODES_PER_THREAD, type EpisodeOrder } from "./engine.ts";

/** Choice of an engine. */
export interface EngineChoice extends EngineAccess {
  /** `host:port`; missing: play in this process. */
  readonly server?: string;
  /** Number of episodes at once; missing: what suits the engine. */
  readonly parallel?: number;
  /** Host that plans the calls of scripted policies for a server; missing: opened when it is needed. */
  readonly open?: OpenHost;
  /** Model that plays as the policy `llm`. */
  readonly llm?: ModelSettings;
}

/** Opens the chosen engine; simulated worlds run in this process unless a server is named. */
export const openEngine = async (choice: EngineChoice): Promise<Engine> =>
  choice.server === undefined ? await openLocalEngine(choice) : await openRemoteEngine(choice.server, choice);

// Modules of the world are loaded when they are needed, so that help and usage errors come at once.
const openLocalEngine = async ({ parallel: wanted, llm }: EngineChoice): Promise<Engine> => {
  const [{ openParts }, { readConfig }] = await Promise.all([import("#env/open/open-parts.ts"), import("#env/open/config.ts")]);
  const parallel = wanted ?? (llm === undefined ? availableParallelism() : MODEL_PARALLEL);
  const threads = Math.min(parallel, availableParallelism());
  // Episodes here come without a pause, and end with the command: nothing is gained by what would be made ahead.
  const config = readConfig({ threads: threads === 1 ? 0 : threads, prepareWhileIdle: false }, memorySettings(process.env));
  const { host, catalogue, facts, open, close } = await openParts(config);
  return {
    host,
    provenance: {
      server_version: facts.serverVersion,
      build_digest: facts.buildDigest,
      runtime: facts.runtime,
      catalogue_digest: catalogue.digest,
      backend: facts.backend,
      determinism: "EXACT",
    },
    // A model is waited for.
    parallel: llm !== undefined ? parallel : threads === 1 ? 1 : EPISODES_PER_THREAD * threads,
    listTasks: async (filter) => catalogue.list(filter),
    sampleTasks: async (request) => catalogue.sample(request),
    ...(open && { listExcluded: () => open.catalogue.excluded() }),
    ...createPlayer(host, async () => open ?? (await openHere()), llm),
    close,
  };
};

/** Settings of a server that hold for commands that play by themselves, too: the others are about its callers. */
const memorySettings = ({
  KUBEDRILL_SERVER_MEMORY_MIB,
  KUBEDRILL_SERVER_INCIDENT_DISK_MIB,
  KUBEDRILL_SERVER_WARM_CACHE,
}: NodeJS.ProcessEnv): Readonly<Record<string, string | undefined>> => ({
  KUBEDRILL_SERVER_MEMORY_MIB,
  KUBEDRILL_SERVER_INCIDENT_DISK_MIB,
  KUBEDRILL_SERVER_WARM_CACHE,
});

/** Opens an engine that plays on a server; scripted policies compute in this process, from task and seed, what they know of an incident. */
const openRemoteEngine = async (server: string, { open, parallel, llm, ...access }: EngineChoice): Promise<Engine> => {
  const remote = await (await import("./connect-to-server.ts")).connectToServer(server, access);
  let local: Promise<OpenHost> | undefined = open && Promise.resolve(open);
  const openOnce = () => {
    local ??= openHere();
    return local;
  };
  return {
    ...remote,
    parallel: parallel ?? (llm === undefined ? remote.parallel : MODEL_PARALLEL),
    ...createPlayer(remote.host, openOnce, llm),
  };
};

/** Number of episodes that a model plays at once where nothing else is said: endpoints answer several in about the time of one. */
const MODEL_PARALLEL = 8;

const openHere = async (): Promise<OpenHost> => await (await import("#env/open/open-host.ts")).openHost();

const createPlayer = (host: EpisodeHost, open: () => Promise<OpenHost>, llm?: ModelSettings): Pick<Engine, "plan" | "play"> => {
  let playing: Promise<Players> | undefined;
  const players = (): Promise<Players> => {
    playing ??= loadPlayers();
    return playing;
  };
  const plan = async (order: EpisodeOrder): Promise<readonly ToolCall[]> => {
    const { policies, planEpisode } = await players();
    const policy = policies.find(({ id }) => id === order.policy);
    if (policy === undefined) throw new Error(`the policy ${order.policy} was checked before and is not there`);
    return await planEpisode(await open(), order.taskUri, order.seed, policy, chanceOf(order));
  };
  const play = async (order: EpisodeOrder): Promise<EpisodeRecording> => {
    const { findAgent, answerOf, measureStates, playAgent, playEpisode, playWithModel } = await players();
    const { taskUri, seed } = order;
    const tell: TellAnswer = async ({ episodeId }) => {
      if (host.answer !== undefined) return await host.answer({ episodeId });
      const { incidents, catalogue } = await open();
      return answerOf(await incidents.get(catalogue.taskOf(taskUri), seed));
    };
    const measuring =
      order.valuation && measureStates(host, { ...order.valuation, reference: findAgent(order.valuation.reference)!, tell });
    const recorder = recordEpisode(measuring?.host ?? host);
    const recordingOf = (): EpisodeRecording => ({ ...recorder.recording()!, ...given("stateValues", measuring?.values()) });
    const beganMs = performance.now();
    if (llm !== undefined && order.policy === MODEL_POLICY) {
      const sampleSeed = chanceOf(order).stream(`model/${llm.seed}`).int(0, SAMPLE_SEED_MAX);
      const played = await playWithModel(recorder.host, commandOf(order), llm, sampleSeed);
      return { ...recordingOf(), ...played, wallMs: performance.now() - beganMs };
    }
    const agent = findAgent(order.policy);
    if (agent !== undefined) {
      const moves = await playAgent(recorder.host, commandOf(order), agent, { tell, rng: chanceOf(order) });
      const slips = moves.flatMap(({ isSlip }, i) => (isSlip ? [i] : []));
      return { ...recordingOf(), reasons: moves.map(({ says }) => says), slips, wallMs: performance.now() - beganMs };
    }
    await playEpisode(recorder.host, commandOf(order), await plan(order));
    return { ...recordingOf(), wallMs: performance.now() - beganMs };
  };
  return { plan, play };
};

/** Largest seed that every endpoint reads. */
const SAMPLE_SEED_MAX = 2 ** 31 - 1;

/** The policy's own chance; without a sample that which its name and the seed give. */
const chanceOf = ({ seed, policy, sample = 0 }: EpisodeOrder): Rng =>
  createRng(seed).stream(sample === 0 ? `policy/${policy}` : `policy/${policy}/${sample}`);

/** Builds the reset of an episode. */
export const commandOf = ({ episodeId, taskUri, seed, options }: Omit<EpisodeOrder, "policy">): ResetCommand => ({
  limits: {},
  views: [{ name: "text" }],
  ...options,
  episodeId,
  taskUri,
  seed,
});

type Players = Awaited<ReturnType<typeof loadPlayers>>;

// Loaded when the first episode is played, as the world is.
const loadPlayers = async () => {
  const [
    { loadPolicies, planEpisode },
    { loadAgents },
    { answerOf },
    { playAgent },
    { playEpisode },
    { playWithModel },
    { measureStates },
  ] = await Promise.all([
    import("#env/catalogue/load-policies.ts"),
    import("#env/catalogue/load-agents.ts"),
    import("#env/catalogue/answer-of.ts"),
    import("#env/host/play-agent.ts"),
    import("#env/host/play-episode.ts"),
    import("../llm/play-with-model.ts"),
    import("#env/host/measure-states.ts"),
  ]);
  const [policies, agents] = await Promise.all([loadPolicies(), loadAgents()]);
  const findAgent = (name: string) => agents.find(({ id }) => id === name);
  return { policies, findAgent, planEpisode, answerOf, playAgent, playEpisode, playWithModel, measureStates };
};
