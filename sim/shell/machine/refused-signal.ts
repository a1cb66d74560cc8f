import { identityOf } from "../../processes/identity.ts";
import type { Machine } from "./machine.ts";
import { userOf } from "./process-files.ts";

/** Sends a signal to a process that a container's own can see; gives why it cannot be sent: processes of another user are root's to signal. */
export const refusedSignal = (machine: Machine, pid: number, signal: string): string | undefined => {
  const seen = machine.visible().find(({ proc }) => proc.pid === pid);
  if (seen === undefined) return "No such process";
  const own = identityOf(machine.process).user;
  if (own !== 0 && own !== userOf(seen)) return "Operation not permitted";
  return machine.signal(pid, signal) ? undefined : "No such process";
};
