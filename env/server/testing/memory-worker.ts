/** A thread that plays the memory host, for tests of what lies between. */
import { parentPort } from "node:worker_threads";
import { invariant } from "#core/invariant.ts";
import { answerCalls } from "#pool/backends/sim/answer-calls.ts";
import type { CloseCommand, ForkCommand, ObserveCommand, ResetCommand, RewardCommand, StepCommand } from "../../host/episode-protocol.ts";
import { createMemoryHost } from "./memory-host.ts";

invariant(parentPort !== null, "this file runs in a thread");
const host = createMemoryHost();
host.onStep = ({ actions }) => {
  if (actions.some(({ body }) => body.kind === "text" && body.text === "die")) process.exit(1);
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
);
