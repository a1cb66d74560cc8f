import { signalMain, startMain, takesSignal } from "#sim/containers/container-os.ts";
import type { Process, ProcessExit } from "#sim/processes/process.ts";
import { findProcess } from "#sim/processes/process-keys.ts";
import { memoryOf } from "#sim/processes/process-memory.ts";
import { catchUp } from "#sim/programs/runtime/lone-world.ts";
import { holdMemory } from "./hold-memory.ts";
import type { Stage } from "./network/create-network.ts";
import { openSocket } from "./network/open-socket.ts";
import { createOutput } from "./output.ts";
import { createStoreProcess } from "./own-process.ts";
import { serveCommands } from "./servers/command-server.ts";
import { serverOf } from "./servers/server-of.ts";
import { storeParts } from "./store-container.ts";
import { openVolume } from "./store-volume.ts";

/**
 * Plays a store: the processes of its container run as in the simulator, from the entry point on, by the real clock and with real sockets.
 *
 * @param words the command that the container was started with
 */
export const playStore = async (program: string, words: readonly string[]): Promise<void> => {
  let exit: ProcessExit | undefined;
  const own = createStoreProcess(
    program,
    words,
    storeParts((how) => {
      exit = how;
    }),
  );
  const { world, process: started } = own;
  const output = createOutput(world);
  const stage: Stage = { ...own, output, volume: openVolume(own) };
  const opened = new Set<string>();
  const openSockets = async ({ ports }: Process): Promise<void> => {
    for (const socket of ports) {
      const name = `${socket.port}/${socket.protocol}`;
      if (opened.has(name)) continue;
      opened.add(name);
      await openSocket(socket, serverOf(stage, socket));
    }
  };
  const turn = async (): Promise<void> => {
    catchUp(world, Date.now());
    output.flush();
    if (exit !== undefined) process.exit(exit.exitCode);
    const current = findProcess(world, started.key);
    if (current === undefined) return;
    await openSockets(current);
    holdMemory(memoryOf(world, current));
  };
  const onSignal = (name: "TERM" | "INT"): void => {
    if (takesSignal(world, started, name)) signalMain(world, started, name);
  };
  process.on("SIGTERM", () => onSignal("TERM"));
  process.on("SIGINT", () => onSignal("INT"));
  startMain(world, started);
  await serveCommands(stage);
  for (;;) {
    await turn();
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
};

/** Interval between looks at what is due, ms. */
const TURN_MS = 50;
