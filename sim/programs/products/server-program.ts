import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import { printLines } from "../../processes/process-output.ts";
import { NEXT, type Program, type Step } from "../runtime/program.ts";

type Socket = Process["ports"][number];

interface ServerSpec {
  readonly startMiB: number;
  readonly idleMiB: number;
  readonly bootMs: number;
  readonly sockets: readonly Socket[];
  readonly lines?: (world: World, process: Process) => readonly string[];
  readonly onTerm?: Program["onTerm"];
}

/** A server that opens its sockets once booted and needs nothing to do so. */
export const createServer = ({
  startMiB,
  idleMiB,
  bootMs,
  sockets,
  lines,
  onTerm = { afterMs: 50, exitCode: 0 },
}: ServerSpec): Program => ({
  memory: { startMiB, idleMiB },
  bootMs,
  steps: [openSockets(sockets, lines)],
  onTerm,
});

/** Step that opens sockets, and ends the program where one is taken. */
export const openSockets = (sockets: readonly Socket[], lines: ServerSpec["lines"]): Step =>
  function* ({ world, process, network }) {
    const isListening = yield* network.listen(sockets);
    if (!isListening) return { kind: "exit", exitCode: 1, lines: [`failed to listen: bind: Address already in use`] };
    if (lines !== undefined) printLines(world, process, lines(world, process));
    return NEXT;
  };

/** A TCP socket. */
export const tcp = (port: number, serves: string): Socket => ({ port, protocol: "TCP", serves });
/** A UDP socket. */
export const udp = (port: number, serves: string): Socket => ({ port, protocol: "UDP", serves });
