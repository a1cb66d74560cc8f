import { PROCESSES, type Process } from "../../processes/process.ts";
import { podKeyOf } from "../../processes/process-keys.ts";
import type { Machine } from "./machine.ts";

/** A socket that something in the pod listens on. */
export interface OpenSocket {
  readonly protocol: "TCP" | "UDP";
  readonly port: number;
  /** True for one that takes connections of both versions of IP, as most programs open it. */
  readonly isDual: boolean;
  /** Missing: it belongs to another container of the pod. */
  readonly pid?: number;
}

/** All listening sockets of a container's pod: its containers share them. */
export const openSockets = (machine: Machine): readonly OpenSocket[] => {
  const { world, process } = machine;
  const processes = world.map<Process>(PROCESSES);
  const prefix = `${podKeyOf(process)}/`;
  const others = [...processes.keys().filter((key) => key.startsWith(prefix) && key !== process.key)];
  const isNative = machine.find(machine.mainPid)?.program.kind === "native";
  return [
    ...(isNative ? (processes.get(process.key)?.ports ?? []) : []).map((socket) => opened(socket, machine.mainPid)),
    ...machine.all().flatMap(({ pid, sockets, exit }) => (exit === undefined ? (sockets ?? []) : []).map((socket) => opened(socket, pid))),
    ...others.flatMap((key) => (processes.get(key)?.ports ?? []).map((socket) => opened(socket))),
  ];
};

const opened = ({ port, protocol, serves }: Process["ports"][number], pid?: number): OpenSocket => ({
  protocol,
  port,
  isDual: !FOURTH_ONLY.has(serves),
  ...(pid !== undefined && { pid }),
});

/** What listens on addresses of IPv4 alone. */
const FOURTH_ONLY: ReadonlySet<string> = new Set(["memcached", "mongodb", "postgres", "redis"]);
