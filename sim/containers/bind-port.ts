import { PROCESSES, type Process } from "../processes/process.ts";
import { podKeyOf } from "../processes/process-keys.ts";
import type { ContainerCall } from "./container-applet.ts";
import { isCapable } from "./machine/capabilities.ts";

/** True where a process may listen on a port: those below 1024 need a capability. */
export const mayBind = ({ machine }: ContainerCall, port: number): boolean =>
  port >= FIRST_OPEN_PORT || isCapable(machine.process, "NET_BIND_SERVICE");

const FIRST_OPEN_PORT = 1024;

/** Opens sockets for the process of an applet; false when another of the pod has one of them. */
export const bindPorts = ({ machine, proc }: ContainerCall, sockets: Process["ports"]): boolean => {
  const processes = machine.world.map<Process>(PROCESSES);
  const prefix = `${podKeyOf(machine.process)}/`;
  const others = processes.keys().filter((key) => key.startsWith(prefix) && key !== machine.process.key);
  const taken = [
    ...others.flatMap((key) => processes.get(key)?.ports ?? []),
    ...machine.all().flatMap((other) => (other.pid === proc.pid || other.exit !== undefined ? [] : (other.sockets ?? []))),
  ];
  if (sockets.some(({ port, protocol }) => taken.some((used) => used.port === port && used.protocol === protocol))) return false;
  proc.sockets = sockets;
  return true;
};
