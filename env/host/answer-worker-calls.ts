/** Opens the host of a thread and answers the calls of its pool: what `worker.ts` loads. */
import { parentPort, workerData } from "node:worker_threads";
import { invariant } from "#core/invariant.ts";
import { answerCalls } from "#pool/backends/sim/answer-calls.ts";
import { createTurns } from "#pool/backends/sim/take-turns.ts";
import { noteTurns } from "#pool/backends/sim/turn-board.ts";
import { logActionFailures } from "../observability/log-action-failures.ts";
import { createServerLog } from "../observability/server-log.ts";
import { openHost } from "../open/open-host.ts";
import type {
  AnswerCommand,
  CloseCommand,
  EpisodeHost,
  ExpectedPlay,
  ForkCommand,
  ObserveCommand,
  ResetCommand,
  RewardCommand,
  StepCommand,
} from "./episode-protocol.ts";
import type { KubeCommand } from "./kube-protocol.ts";
import { keepWithin } from "./thread-memory.ts";
import type { WorkerOptions } from "./worker-start.ts";

invariant(parentPort !== null, "env/host/answer-worker-calls.ts runs in a thread");
const log = createServerLog("error");
const { prepareWhileIdle, shareBytes, turnMemory, ...options } = workerData as WorkerOptions;
const turns = createTurns(undefined, noteTurns(turnMemory));

/** Opens the host, whose room keeps the thread within its share. */
const open = async () => {
  const onActionFailed = logActionFailures(log);
  const parts = await openHost({ ...options, keptBytesMax: shareBytes, takeTurns: turns.take, onActionFailed });
  return { ...parts, memory: keepWithin(shareBytes, parts) };
};
const opened = open();

/** Returns the host; the first calls wait for its baseline, and fail if opening fails. */
const host = async (): Promise<EpisodeHost> => (await opened).host;

/**
 * Boots the published form of the next app that has not been, so that the code is compiled when the first episode comes.
 *
 * @returns false when all have been
 */
const warmUp = async (): Promise<boolean> => {
  const { apps, backend } = await opened;
  const app = apps[warmApps++]?.record.name;
  if (app === undefined) return false;
  await backend.provision({ app, slots: 1 });
  return true;
};
let warmApps = 0;

answerCalls(
  parentPort,
  {
    reset: async (command: ResetCommand) => (await host()).reset(command),
    step: async (command: StepCommand) => (await host()).step(command),
    observe: async (command: ObserveCommand) => (await host()).observe(command),
    reward: async (command: RewardCommand) => (await host()).reward(command),
    fork: async (command: ForkCommand) => (await host()).fork(command),
    kube: async (command: KubeCommand) => (await host()).kube?.(command),
    answer: async (command: AnswerCommand) => (await host()).answer?.(command),
    expect: async (plays: readonly ExpectedPlay[]) => (await host()).expect?.(plays),
    close: async (command: CloseCommand) => (await host()).close(command),
    ready: async () => void (await host()),
    memory: async () => (await opened).memory.read(),
  },
  async () => prepareWhileIdle && ((await (await host()).prepareNext?.()) === true || (await warmUp())),
  (cause, incidentId) => log.error("bug", { incident_id: incidentId }, cause),
  turns,
);
