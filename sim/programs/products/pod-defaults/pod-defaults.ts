import { toMicroTimestamp } from "#core/timestamp.ts";
import { createServer, tcp } from "../server-program.ts";
import { memoryOf } from "./answer-pod-defaults.ts";

/** A webhook that gives new pods defaults of an organisation. */
export const POD_DEFAULTS = createServer({
  startMiB: 6,
  idleMiB: 12,
  bootMs: 400,
  sockets: [tcp(8443, "https/pod-defaults")],
  lines: (world, process) => [
    JSON.stringify({
      level: "info",
      time: toMicroTimestamp(world.nowMs()),
      memoryLimit: memoryOf(process) ?? "",
      message: "serving on :8443",
    }),
  ],
});
