import type { EpisodeHost } from "#env/host/episode-protocol.ts";
import type { EpisodeOrder } from "../engine/engine.ts";
import { given } from "../trajectories/given.ts";
import { openPlace, type PlaceChoice } from "./open-place.ts";
import { type ProgramEpisode, type ProgramWork, playByProgram } from "./play-by-program.ts";
import { type Player, playerOf } from "./player-of.ts";
import { describeEnd, notStarted } from "./program-ends.ts";
import { runAgent } from "./run-agent.ts";
import { CANNOT_START } from "./run-program.ts";

/** A program that plays. */
export interface AgentProgram {
  /** Command line for `sh -c`. */
  readonly command: string;
  readonly timeoutMs: number;
  /** File of what it prints in an episode. */
  readonly logFileOf: (order: EpisodeOrder) => string;
}

/** Opens a place in which a program plays each episode in a process of its own. */
export const openAgentPlayer = async (
  program: AgentProgram,
  { parallel = 1, ...choice }: Omit<PlaceChoice, "settings"> & { readonly parallel?: number },
): Promise<Player> => {
  const place = await openPlace(choice);
  return playerOf(place, parallel, (order, signal) => playByProgram(place, order, (episode) => playAgent(episode, order, program, signal)));
};

/** Plays an episode with a program in its own process: it works by its addresses, and its end is its submission. */
const playAgent = async (
  { episodeId, host, start, access }: ProgramEpisode,
  order: EpisodeOrder,
  { command, timeoutMs, logFileOf }: AgentProgram,
  signal: AbortSignal,
): Promise<ProgramWork> => {
  const logFile = logFileOf(order);
  const instruction = instructionFor(start.observation);
  const { status, diagnosis } = await runAgent({ command, access, instruction, timeoutMs, logFile, signal });
  signal.throwIfAborted();
  // What the agent did over MCP were steps.
  const { observation, ending } = await host.observe({ episodeId, views: [{ name: "text" }] });
  const { virtualMs, stepIndex } = observation;
  const isIdle = virtualMs === 0 && stepIndex === 0 && diagnosis === undefined;
  if (isIdle && CANNOT_START.includes(status ?? 0)) throw notStarted(status, logFile);
  if (diagnosis !== undefined && ending === undefined) await host.step({ episodeId, stepIndex, actions: [submit(diagnosis)] });
  return {
    ...given("workedMs", ending === undefined ? virtualMs : undefined),
    ...given("remark", status === 0 ? undefined : `${logFile}: ${describeEnd(status, timeoutMs)}`),
  };
};

const submit = (text: string): Parameters<EpisodeHost["step"]>[0]["actions"][number] => ({
  body: { kind: "tool", name: "submit_diagnosis", argumentsJson: JSON.stringify({ text }) },
});

/** The first observation, and how an external agent reports. */
const instructionFor = ({ views }: { readonly views: readonly { readonly body: string }[] }): string =>
  [
    ...views.map(({ body }) => body.trimEnd()),
    "",
    "The cluster is reachable by kubectl or any client library; the environment variable KUBECONFIG names its kubeconfig.",
    "KUBEDRILL_MCP_URL offers the same tools over MCP, and KUBEDRILL_PROMETHEUS_URL, KUBEDRILL_LOKI_URL and KUBEDRILL_JAEGER_URL are the addresses of the",
    "telemetry's HTTP APIs. They take the bearer token KUBEDRILL_AGENT_TOKEN.",
    'Write your diagnosis to the file that KUBEDRILL_DIAGNOSIS_FILE names, as text or as {"root_causes": [{"resource": "kind/name", "fault_type": "…"}]}.',
    "Your work is judged when your process ends.",
    "",
  ].join("\n");
