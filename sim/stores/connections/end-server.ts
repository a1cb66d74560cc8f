import type { ContainerMachine } from "../../containers/container-machine.ts";
import { signalListener } from "../../containers/signal-listener.ts";
import type { Process } from "../../processes/process.ts";
import { SIGNAL_TIMER, type SignalPlan } from "../../processes/process-keys.ts";

/** Sends a signal to the process that listens on a port of a container, as a server does that a client shuts down. */
export const signalServer = (asking: ContainerMachine, server: Process, port: number, name: string): void => {
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
