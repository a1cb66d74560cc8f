import type { Machine } from "#shell/machine/machine.ts";

/** Sends a signal to the process of a container that listens on a port. */
export const signalListener = (machine: Machine, port: number, name: string): void => {
  const found = machine.all().find(({ sockets, exit }) => exit === undefined && sockets?.some((socket) => socket.port === port));
  if (found !== undefined) machine.deliver(machine.edit(found.pid), name);
};
