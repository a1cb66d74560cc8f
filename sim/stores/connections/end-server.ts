import type { Process } from "../../processes/process.ts";
import { SIGNAL_TIMER, type SignalPlan } from "../../processes/process-keys.ts";
import type { Machine } from "../../shell/machine/machine.ts";

/** Sends a signal to the process that listens on a port of a container, as a server does that a client shuts down. */
export const signalServer = (asking: Machine, server: Process, port: number, name: string): void => {
  const { world, process } = asking;
  if (process.key === server.key) signalListener(asking, port, name);
  else
    world.setTimer(SIGNAL_TIMER, `${server.key} ${port}`, world.nowMs(), {
      key: server.key,
      startedAtMs: server.startedAtMs,
      port,
      name,
    } satisfies SignalPlan);
};

/** Sends a signal to the process of a container that listens on a port. */
export const signalListener = (machine: Machine, port: number, name: string): void => {
  const found = machine.all().find(({ sockets, exit }) => exit === undefined && sockets?.some((socket) => socket.port === port));
  if (found !== undefined) machine.deliver(machine.edit(found.pid), name);
};
