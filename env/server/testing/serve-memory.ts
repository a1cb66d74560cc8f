/** A server over the memory host in a process of its own, for tests that kill it. Settings come from the environment. */

import { SILENT_LOG } from "../../observability/server-log.ts";
import { readConfig } from "../../open/config.ts";
import { startServer } from "../serve.ts";
import { serveUntilSignal } from "../serve-until-signal.ts";
import { createMemoryHost, createTestCatalogue, TEST_FACTS } from "./memory-host.ts";

const parts = {
  host: createMemoryHost(),
  catalogue: createTestCatalogue(),
  facts: TEST_FACTS,
  threads: 2,
  onLost: () => undefined,
  close: async () => undefined,
};
const server = await startServer(readConfig({}, { KUBEDRILL_SERVER_PORT: "0", ...process.env }), { parts, log: SILENT_LOG });
process.stdout.write(
  `${JSON.stringify({ event: "ready", address: server.address, tasks: server.tasks, replaying: server.recovery.replaying })}\n`,
);
await serveUntilSignal(server);
process.exit(0);
