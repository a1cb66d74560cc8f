import { createServer } from "node:net";
import { runInContainer } from "#sim/containers/run-in-container.ts";
import { catchUp } from "#sim/programs/runtime/lone-world.ts";
import type { Stage } from "../network/create-network.ts";
import { serveLines } from "../network/line-protocol.ts";

/** Runs commands of a store's image beside its server, for those who start them in the real container. */
export const serveCommands = ({ world, process, output }: Stage): Promise<void> =>
  new Promise((resolve) => {
    const listener = createServer((socket) =>
      serveLines(socket, ({ command, stdin }) => {
        catchUp(world, Date.now());
        const result = runInContainer(world, process.key, {
          command: command as readonly string[],
          stdin: `${stdin}`,
          timeoutMs: COMMAND_MAX_MS,
        });
        output.flush();
        return { result };
      }),
    );
    listener.once("error", () => resolve());
    listener.listen(COMMANDS_SOCKET, () => resolve());
  });

/** Socket in Linux's abstract namespace, which all containers of a pod share and nobody else sees. */
export const COMMANDS_SOCKET = "\0store-commands";

const COMMAND_MAX_MS = 60_000;
