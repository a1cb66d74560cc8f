import { groupName, identityOf, userName } from "../../processes/identity.ts";
import type { Applet, AppletCall } from "../interpreter/applet-call.ts";
import { SIGNAL_NUMBERS } from "../interpreter/signal-numbers.ts";
import type { VisibleProcess } from "../machine/machine.ts";
import { shortName, userOf } from "../machine/process-files.ts";
import { refusedSignal } from "../machine/refused-signal.ts";
import { readOptions } from "./options.ts";

const commandOf = ({ proc: { comm, argv } }: VisibleProcess): string =>
  (comm === undefined ? argv.join(" ") : `{${comm}} ${argv.join(" ")}`).replaceAll("\n", " ");

/** Names are those that the container of who asks knows. */
const userNameOf = (call: AppletCall, seen: VisibleProcess): string => userName(call.machine.process, userOf(seen)) ?? `${userOf(seen)}`;

const groupNameOf = (call: AppletCall, { machine }: VisibleProcess): string => {
  const group = machine === undefined ? 65_535 : identityOf(machine.process).group;
  return groupName(call.machine.process, group) ?? `${group}`;
};

const stateOf = (call: AppletCall, { proc }: VisibleProcess): string => (proc.pid === call.proc.pid ? "R" : "S");

interface Column {
  readonly title: string;
  /** Negative: to the right. */
  readonly width: number;
  readonly cell: (call: AppletCall, seen: VisibleProcess) => string;
}

const COLUMNS: Readonly<Record<string, Column>> = {
  user: { title: "USER", width: 8, cell: userNameOf },
  group: { title: "GROUP", width: 8, cell: groupNameOf },
  comm: { title: "COMMAND", width: 16, cell: (_call, { proc }) => shortName(proc) },
  args: { title: "COMMAND", width: 1, cell: (_call, seen) => commandOf(seen) },
  pid: { title: "PID", width: -5, cell: (_call, { proc }) => `${proc.pid}` },
  ppid: { title: "PPID", width: -5, cell: (_call, { proc }) => `${proc.ppid}` },
  pgid: { title: "PGID", width: -5, cell: (_call, { proc }) => `${proc.pid}` },
  tty: { title: "TT", width: 6, cell: () => "?" },
  vsz: { title: "VSZ", width: 4, cell: () => "2268" },
  sid: { title: "SID", width: -5, cell: (_call, { proc }) => `${proc.pid}` },
  stat: { title: "STAT", width: 4, cell: stateOf },
  rss: { title: "RSS", width: 4, cell: () => "1444" },
};

const ps: Applet = (call) => {
  const { value } = readOptions(call.args, "o:efTwaxul");
  const names = value("o")?.split(",") ?? ["pid", "user", "args"];
  const unknown = names.find((name) => COLUMNS[name.replace(/=.*/, "")] === undefined);
  if (unknown !== undefined) return call.fail(`bad -o argument '${unknown}', supported arguments: ${Object.keys(COLUMNS).join(",")}`);
  const columns = names.map((name) => COLUMNS[name.replace(/=.*/, "")] as Column);
  const last = columns.length - 1;
  const line = (cells: readonly string[]): string =>
    `${cells.map((cell, at) => (at === last && (columns[at]?.width ?? 0) > 0 ? cell : pad(cell, columns[at]?.width ?? 0))).join(" ")}\n`;
  const titles = columns.map(({ title, width }, at) => (at === last ? title : title.padEnd(Math.abs(width))));
  call.out(`${titles.join(" ")}\n`);
  for (const seen of call.machine.visible()) call.out(line(columns.map(({ cell }) => cell(call, seen))));
  return 0;
};

const pad = (cell: string, width: number): string => (width < 0 ? cell.padStart(-width) : cell.padEnd(width));

const top: Applet = (call) => {
  const rows = call.machine.visible().map((seen) => {
    const { pid, ppid } = seen.proc;
    return `${`${pid}`.padStart(5)} ${`${ppid}`.padStart(5)} ${userNameOf(call, seen).slice(0, 8).padEnd(8)} ${stateOf(call, seen).padEnd(3)}   2268   0%   0% ${commandOf(seen)}\n`;
  });
  call.out(
    `Mem: 4341532K used, 20342552K free, 9216K shrd, 153600K buff, 2772120K cached\nCPU:   2% usr   1% sys   0% nic  97% idle   0% io   0% irq   0% sirq\nLoad average: 0.08 0.10 0.09 1/312 ${call.proc.pid}\n  PID  PPID USER     STAT   VSZ %VSZ %CPU COMMAND\n${rows.join("")}${call.args.some((arg) => /^-\w*b/.test(arg)) ? "\n" : ""}`,
  );
  const isOnce = call.args.some((arg) => /^-\w*n/.test(arg));
  return isOnce ? 0 : call.awaitTime(call.machine.nowMs + 5000, undefined);
};

const kill: Applet = (call) => {
  const targets: string[] = [];
  let signal = "TERM";
  for (const [index, arg] of call.args.entries()) {
    const word = call.args[index - 1] === "-s" ? arg : index === 0 && /^-\w+$/.test(arg) && arg !== "-s" ? arg.slice(1) : undefined;
    if (word !== undefined) signal = signalName(word);
    else if (arg !== "-s") targets.push(arg);
  }
  if (call.args[0] === "-l") {
    call.out(
      Object.entries(SIGNAL_NUMBERS)
        .map(([name, number]) => `${`${number}`.padStart(2)}) ${name}\n`)
        .join(""),
    );
    return 0;
  }
  if (targets.length === 0) return call.fail("you need to specify whom to kill");
  let status = 0;
  for (const target of targets) {
    const problem = /^-?\d+$/.test(target) ? refusedSignal(call.machine, Math.abs(Number(target)), signal) : undefined;
    if (!/^-?\d+$/.test(target)) status = call.fail(`invalid number '${target}'`);
    else if (problem !== undefined) status = call.fail(`can't kill pid ${target}: ${problem}`);
  }
  return status;
};

/** The name of a signal that is given by number or name. */
export const signalName = (word: string): string =>
  Object.entries(SIGNAL_NUMBERS).find(([, number]) => `${number}` === word)?.[0] ?? word.toUpperCase().replace(/^SIG/, "");

const named = (call: AppletCall, name: string): readonly number[] =>
  call.machine
    .visible()
    .filter(({ proc }) => proc.pid !== call.proc.pid && (proc.comm ?? (proc.argv[0] ?? "").replace(/^.*\//, "")) === name)
    .map(({ proc }) => proc.pid);

const killall: Applet = (call) => {
  const names = call.args.filter((arg) => !arg.startsWith("-"));
  const signal = call.args.find((arg) => /^-\w+$/.test(arg) && arg !== "-q");
  let status = 0;
  for (const name of names) {
    const found = named(call, name);
    if (found.length === 0) status = call.fail(`${name}: no process killed`);
    for (const pid of found) call.machine.signal(pid, signal === undefined ? "TERM" : signalName(signal.slice(1)));
  }
  return status;
};

const pidof: Applet = (call) => {
  const isFirstOnly = call.args.includes("-s");
  const found = call.args
    .filter((arg) => !arg.startsWith("-"))
    .flatMap((name) => named(call, name))
    .reverse();
  const pids = isFirstOnly ? found.slice(0, 1) : found;
  if (pids.length > 0) call.out(`${pids.join(" ")}\n`);
  return pids.length > 0 ? 0 : 1;
};

/** Applets about processes. */
export const PROCESS_APPLETS: Readonly<Record<string, Applet>> = { kill, killall, pidof, ps, top };
