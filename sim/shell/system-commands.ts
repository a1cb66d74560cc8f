import type { Pod } from "#kube/types/pod.ts";
import { getObject } from "../apiserver/store.ts";
import { findImage } from "../apps/image-catalogue.ts";
import { PROCESSES, type Process } from "../apps/process.ts";
import type { ShellCommand } from "./commands.ts";
import { fail, ok } from "./file-commands.ts";
import type { ShellContext } from "./run-in-container.ts";

/** Commands about the container and its machine. */
export const SYSTEM_COMMANDS: Readonly<Record<string, ShellCommand>> = {
  hostname: (context, { args }) =>
    ok(`${args.includes("-i") ? addressOf(context) : (context.env["HOSTNAME"] ?? context.process.start.pod.metadata.name)}\n`),
  pwd: ({ process }) => ok(`${process.start.container.workingDir ?? findImage(process.start.container.image ?? "")?.workingDir ?? "/"}\n`),
  ps: (context, { word, args }) => ok(listProcesses(context, [word, ...args].join(" "))),
  uname: (context, { args }) =>
    ok(
      args.includes("-a")
        ? `Linux ${context.process.start.pod.metadata.name} 6.1.0-32-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.129-1 (2025-03-06) x86_64 GNU/Linux\n`
        : `${args.includes("-r") ? "6.1.0-32-amd64" : args.includes("-m") ? "x86_64" : "Linux"}\n`,
    ),
  kill: (_context, { args }) => (args.some((arg) => /^\d+$/.test(arg)) ? ok() : fail("kill: you need to specify whom to kill")),
  netstat: (context) => ok(listSockets(context)),
  ip: (context) =>
    ok(
      `1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN qlen 1000\n    inet 127.0.0.1/8 scope host lo\n2: eth0@if9: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP qlen 1000\n    inet ${addressOf(context)}/24 brd ${addressOf(context).replace(/\d+$/, "255")} scope global eth0\n`,
    ),
  type: (_context, { args }) => ok(args.map((arg) => `${arg} is ${arg}\n`).join("")),
};

const podOf = ({ world, process }: ShellContext): Pod => {
  const { namespace, name } = process.start.pod.metadata;
  return getObject<Pod>(world, "pods", namespace, name) ?? process.start.pod;
};

const addressOf = (context: ShellContext): string => podOf(context).status?.podIP ?? context.process.start.pod.status?.podIP ?? "127.0.0.1";

const listProcesses = ({ process }: ShellContext, own: string): string => {
  const main = (process.start.words ?? [process.program]).join(" ");
  const rows: readonly (readonly [string, string])[] = [
    ["1", main],
    ["14", own],
  ];
  return `PID   USER     COMMAND\n${rows.map(([pid, command]) => `${pid.padStart(5)} root     ${command}\n`).join("")}`;
};

/** Containers of a pod share their sockets. */
const listSockets = ({ world, process }: ShellContext): string => {
  const prefix = process.key.slice(0, process.key.lastIndexOf("/") + 1);
  const processes = world.map<Process>(PROCESSES);
  const keys = processes.keys().filter((key) => key.startsWith(prefix));
  const rows = keys.flatMap((key) =>
    (processes.get(key) as Process).ports.map(
      ({ port, protocol }) =>
        `${protocol.toLowerCase()}        0      0 0.0.0.0:${`${port}`.padEnd(15)} 0.0.0.0:*               ${protocol === "TCP" ? "LISTEN" : ""}      \n`,
    ),
  );
  return `Active Internet connections (only servers)\nProto Recv-Q Send-Q Local Address           Foreign Address         State       \n${rows.join("")}`;
};
