/** A thread that plays the memory host, for tests of what lies between. */
import { parentPort, workerData } from "node:worker_threads";
import { invariant } from "#core/invariant.ts";
import { answerCalls } from "#pool/backends/sim/answer-calls.ts";
import { createTurns } from "#pool/backends/sim/take-turns.ts";
import { noteTurns } from "#pool/backends/sim/turn-board.ts";
import type { CloseCommand, ForkCommand, ObserveCommand, ResetCommand, RewardCommand, StepCommand } from "../../host/episode-protocol.ts";
import { createMemoryHost } from "./memory-host.ts";

invariant(parentPort !== null, "this file runs in a thread");
const host = createMemoryHost();
host.onStep = ({ actions }) => {
  const words = actions.map(({ body }) => (body.kind === "text" ? body.text : ""));
  if (words.includes("die")) process.exit(1);
  if (words.includes("spin")) for (;;);
  if (words.includes("hoard")) for (const hoard: unknown[] = []; ; ) hoard.push(new Array(100_000).fill(hoard.length));
};

answerCalls(
  parentPort,
  {
    reset: (command: ResetCommand) => host.reset(command),
    step: (command: StepCommand) => host.step(command),
    observe: (command: ObserveCommand) => host.observe(command),
    reward: (command: RewardCommand) => host.reward(command),
    fork: (command: ForkCommand) => host.fork(command),
    close: (command: CloseCommand) => host.close(command),
  },
  async () => false,
  () => undefined,
  createTurns(undefined, noteTurns(workerData as SharedArrayBuffer)),
);
