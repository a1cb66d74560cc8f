import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenConductor } from "#env/server/conductor-http/open-conductor.ts";
import { openPlace } from "../agents/open-place.ts";
import { type ProgramEpisode, type ProgramWork, playByProgram } from "../agents/play-by-program.ts";
import { type Player, playerOf } from "../agents/player-of.ts";
import { describeEnd, notStarted } from "../agents/program-ends.ts";
import { CANNOT_START, runProgram } from "../agents/run-program.ts";
import type { EpisodeOrder } from "../engine/engine.ts";
import { inheritedEnvironment } from "../output/agent-environment.ts";
import { given } from "../trajectories/given.ts";
import { conductEpisode } from "./conduct-episode.ts";
import { describeApp } from "./describe-app.ts";
import type { Kickoff } from "./read-agents-file.ts";
import { TIME_MODES, type TimeName } from "./time-modes.ts";

/** An agent of SREGym, and how it is to play. */
export interface ConductedProgram {
  readonly kickoff: Kickoff;
  /** Value of `AGENT_MODEL_ID`; missing: that of this process. */
  readonly model?: string;
  readonly time: TimeName;
  readonly timeoutMs: number;
  /** Ports of the doors; 0: any free ones. */
  readonly apiPort: number;
  readonly mcpPort: number;
  readonly parallel: number;
  /** File of what the agent prints in an episode, and folder of what it writes to `AGENT_LOGS_DIR`. */
  readonly logFileOf: (order: EpisodeOrder) => string;
  readonly logFolderOf: (order: EpisodeOrder) => string;
}

/** Starts a server in this process, on which an agent plays each problem through doors of its own, as a conductor of SREGym has them. */
export const openConductedPlayer = async (program: ConductedProgram): Promise<Player> => {
  const { settings, limits } = TIME_MODES[program.time];
  const place = await openPlace({ settings });
  return playerOf(place, program.parallel, (order, signal) => {
    const options = { ...order.options, toolProfile: "conductor", limits: { ...AGENT_LIMITS, ...limits, ...order.options?.limits } };
    return playByProgram(place, { ...order, options }, (episode) => playProblem({ episode, order, program, signal }));
  });
};

/** Limits that leave it to the agent's own time-out when to give up, and how much of an answer to read. */
const AGENT_LIMITS = { stepTimeoutMs: 300_000, maxStepTimeouts: 1_000, maxInvalidActions: 1_000, maxObservationBytes: 65_536 };

/** Time that an agent has for its own ends when all is graded, ms. */
const AFTERWARDS_MS = 60_000;

/** One problem in the hands of an agent. */
interface Problem {
  readonly episode: ProgramEpisode;
  readonly order: EpisodeOrder;
  readonly program: ConductedProgram;
  readonly signal: AbortSignal;
}

const playProblem = async (problem: Problem): Promise<ProgramWork> => {
  const { order, program } = problem;
  // Nothing in it, nor in its name, tells the problem or its place in the suite.
  const folder = mkdtempSync(join(tmpdir(), "kubedrill-agent-"));
  try {
    return await playIn(folder, problem);
  } finally {
    const logs = join(folder, LOGS);
    if (existsSync(logs)) cpSync(logs, program.logFolderOf(order), { recursive: true });
    rmSync(folder, { recursive: true, force: true });
  }
};

const LOGS = "logs";

const playIn = async (folder: string, problem: Problem): Promise<ProgramWork> => {
  const { episode, order, program } = problem;
  const { apiPort, mcpPort, timeoutMs } = program;
  const { followsClock } = TIME_MODES[program.time];
  const conducted = conductEpisode(episode, { app: describeApp(episode, order.taskUri), followsClock });
  const { openConductor } = await import("#env/server/conductor-http/open-conductor.ts");
  const doors = await openConductor({ episode: conducted, host: LOOPBACK, apiPort, mcpPort, version: "1" });
  try {
    const status = await runToTheEnd(doors, folder, problem);
    const isDone = doors.stage() === "done";
    const { observation, ending } = await episode.host.observe({ episodeId: episode.episodeId, views: [{ name: "text" }] });
    const isIdle = observation.virtualMs === 0 && observation.stepIndex === 0;
    const logFile = program.logFileOf(order);
    if (isIdle && CANNOT_START.includes(status ?? 0)) throw notStarted(status, logFile);
    return {
      ...given("workedMs", conducted.workedMs() ?? (ending === undefined ? observation.virtualMs : undefined)),
      ...given("remark", isDone || status === 0 ? undefined : `${logFile}: ${describeEnd(status, timeoutMs)}`),
    };
  } finally {
    await doors.close();
  }
};

const LOOPBACK = "127.0.0.1";

/** Runs the agent until it exits, or has had its time after the last grade, and waits for what it has submitted. @throws what kept a submission from being graded */
const runToTheEnd = async (doors: OpenConductor, folder: string, { episode, order, program, signal }: Problem): Promise<number | null> => {
  const { kickoff, model, timeoutMs, logFileOf } = program;
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, episode.access.kubeconfig ?? "", { mode: 0o600 });
  mkdirSync(join(folder, LOGS));
  const env = {
    ...inheritedEnvironment(),
    ...kickoff.env,
    ...doorsEnvironment(doors),
    ...given("AGENT_MODEL_ID", model),
    KUBECONFIG: kubeconfig,
    AGENT_LOGS_DIR: join(folder, LOGS),
    SREGYM_ARTIFACT_ID: `run-${randomBytes(6).toString("hex")}`,
    SREGYM_PROBLEM_ID: undefined,
  };
  const stop = new AbortController();
  doors.done.then(
    () => void setTimeout(() => stop.abort(), AFTERWARDS_MS).unref(),
    () => stop.abort(),
  );
  const cwd = kickoff.workdir ?? folder;
  const ends = AbortSignal.any([signal, stop.signal]);
  const status = await runProgram({ command: kickoff.command, cwd, env, timeoutMs, logFile: logFileOf(order), signal: ends });
  signal.throwIfAborted();
  await doors.graded();
  return status;
};

const doorsEnvironment = ({ apiPort, mcpPort }: OpenConductor): Readonly<Record<string, string>> => ({
  API_HOSTNAME: LOOPBACK,
  API_PORT: `${apiPort}`,
  MCP_SERVER_PORT: `${mcpPort}`,
  MCP_SERVER_URL: `http://${LOOPBACK}:${mcpPort}`,
});
