/** The server without a command line: settings come from the environment alone. */
import { readConfig } from "./open/config.ts";
import { startServer } from "./server/serve.ts";
import { serveUntilSignal } from "./server/serve-until-signal.ts";

const server = await startServer(readConfig({}, process.env));
process.stdout.write(
  `${JSON.stringify({ event: "ready", address: server.address, tasks: server.tasks, replaying: server.recovery.replaying })}\n`,
);
await serveUntilSignal(server);
process.exit(0);
