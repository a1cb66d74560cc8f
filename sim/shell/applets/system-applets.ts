import type { Applet, AppletCall, AppletResult } from "../interpreter/applet-call.ts";
import { SIGNAL_NUMBERS } from "../interpreter/signal-numbers.ts";
import type { Proc } from "../machine/process-table.ts";
import { readOptions } from "./options.ts";

const UNITS: Readonly<Record<string, number>> = { "": 1000, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const sleep: Applet = (call) => {
  if (typeof call.state === "number") return call.machine.nowMs >= call.state ? 0 : call.awaitTime(call.state, call.state);
  if (call.args.length === 0) {
    call.err(
      "BusyBox v1.35.0 (Debian 1:1.35.0-4+deb12u1+b1) multi-call binary.\n\nUsage: sleep [N]...\n\nPause for a time equal to the total of the args given, where each arg can\nhave an optional suffix of (s)econds, (m)inutes, (h)ours, or (d)ays\n",
    );
    return 1;
  }
  let totalMs = 0;
  for (const arg of call.args) {
    if (/^inf(inity)?$/.test(arg)) totalMs = Number.POSITIVE_INFINITY;
    const match = /^(\d*(?:\.\d+)?)([smhd]?)$/.exec(arg);
    if (totalMs === Number.POSITIVE_INFINITY) continue;
    if (match === null || match[1] === "") return call.fail(`invalid number '${arg}'`);
    totalMs += Number(match[1]) * (UNITS[match[2] ?? ""] ?? 1000);
  }
  if (totalMs > FOR_EVER_MS) return { wait: { on: "ever" }, state: undefined };
  const untilMs = call.machine.nowMs + Math.round(totalMs);
  return totalMs === 0 ? 0 : call.awaitTime(untilMs, untilMs);
};

/** Nobody waits longer: 100 years. */
const FOR_EVER_MS = 3_155_760_000_000;

const usleep: Applet = (call) => {
  if (typeof call.state === "number") return 0;
  const untilMs = call.machine.nowMs + Math.max(1, Math.round(Number(call.args[0] ?? "0") / 1000));
  return call.awaitTime(untilMs, untilMs);
};

/** Runs a command and ends it when its time is over. */
const timeout: Applet = (call) => {
  const state = call.state as { readonly pid: number; readonly atMs: number; readonly signal: string } | undefined;
  const { machine, proc } = call;
  if (state === undefined) {
    const args = call.args[0] === "-t" ? call.args.slice(1) : call.args;
    const at = args.findIndex((arg, index) => !arg.startsWith("-") && !/^-[sk]$/.test(args[index - 1] ?? ""));
    const [duration = "", ...words] = args.slice(Math.max(0, at));
    const match = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(duration);
    if (match === null) return call.fail(`invalid number '${duration}'`);
    const child = machine.spawn({
      ppid: proc.pid,
      argv: words,
      program: { kind: "applet", name: "env", args: words, state: undefined },
      env: call.env,
      cwd: proc.cwd,
      fds: proc.fds,
      session: proc.session,
    });
    const atMs = machine.nowMs + Math.round(Number(match[1]) * (UNITS[match[2] ?? ""] ?? 1000));
    const named = args.indexOf("-s");
    const signal = named < 0 ? "TERM" : nameOf(args[named + 1] ?? "");
    return { wait: { on: "child", atMs }, state: { pid: child.pid, atMs, signal } };
  }
  const isOver = machine.nowMs >= state.atMs;
  const child = machine.edit(state.pid);
  if (isOver && child.exit === undefined) machine.signal(state.pid, state.signal);
  if (child.exit === undefined) return { wait: { on: "child", ...(isOver ? {} : { atMs: state.atMs }) }, state };
  // The program takes the place of `timeout`, so that its death is seen as such.
  if (child.killedBy !== undefined) machine.exit(proc, child.exit, child.killedBy);
  machine.reap(state.pid);
  return child.exit;
};

/** `time`: says how long a command took. */
const time: Applet = (call) => {
  const state = call.state as { readonly pid: number; readonly fromMs: number } | undefined;
  const { machine, proc } = call;
  if (state === undefined) {
    const words = call.args[0] === "-p" ? call.args.slice(1) : call.args;
    const child = machine.spawn({
      ppid: proc.pid,
      argv: words,
      program: { kind: "applet", name: "env", args: words, state: undefined },
      env: call.env,
      cwd: proc.cwd,
      fds: proc.fds,
      session: proc.session,
    });
    return { wait: { on: "child" }, state: { pid: child.pid, fromMs: machine.nowMs } };
  }
  const ended = machine.reap(state.pid);
  if (ended === undefined) return { wait: { on: "child" }, state };
  const { status, killedBy } = ended;
  if (killedBy !== undefined) call.err(`Command terminated by signal ${SIGNAL_NUMBERS[killedBy]}\n`);
  else if (status !== 0) call.err(`Command exited with non-zero status ${status}\n`);
  const tookMs = machine.nowMs - state.fromMs;
  const clock = (ms: number) => `${Math.floor(ms / 60_000)}m ${((ms % 60_000) / 1000).toFixed(2)}s`;
  call.err(
    call.args[0] === "-p"
      ? `real ${(tookMs / 1000).toFixed(2)}\nuser 0.00\nsys 0.00\n`
      : `real\t${clock(tookMs)}\nuser\t${clock(0)}\nsys\t${clock(0)}\n`,
  );
  return status;
};

const ps: Applet = (call) => {
  const { value } = readOptions(call.args, "o:efTwaxul");
  const rows = call.machine.all().filter(({ exit }) => exit === undefined);
  const columns = value("o")?.split(",");
  const text = (proc: Proc): string =>
    (proc.comm === undefined ? proc.argv.join(" ") : `{${proc.comm}} ${proc.argv.join(" ")}`).replaceAll("\n", " ");
  if (columns === undefined) {
    call.out(`PID   USER     COMMAND\n${rows.map((proc) => `${`${proc.pid}`.padStart(5)} root     ${text(proc)}\n`).join("")}`);
    return 0;
  }
  const known: Readonly<Record<string, { readonly title: string; readonly width: number; readonly cell: (proc: Proc) => string }>> = {
    pid: { title: "PID", width: -5, cell: ({ pid }) => `${pid}` },
    ppid: { title: "PPID", width: -5, cell: ({ ppid }) => `${ppid}` },
    user: { title: "USER", width: 8, cell: () => "root" },
    comm: { title: "COMMAND", width: 16, cell: ({ comm, argv }) => comm ?? (argv[0] ?? "").replace(/^.*\//, "") },
    args: { title: "COMMAND", width: 1, cell: text },
    stat: { title: "STAT", width: 4, cell: () => "S" },
    vsz: { title: "VSZ", width: 4, cell: () => "3924" },
  };
  const chosen = columns.flatMap((name) => (known[name] === undefined ? [] : [known[name]]));
  if (chosen.length < columns.length)
    return call.fail(
      `bad -o argument '${columns.find((name) => known[name] === undefined)}', supported arguments: user,group,comm,args,pid,ppid,pgid,tty,vsz,sid,stat,rss`,
    );
  const padded = (cell: string, width: number, isLast: boolean) => (width < 0 ? cell.padStart(-width) : isLast ? cell : cell.padEnd(width));
  const line = (cells: readonly string[], isTitle: boolean) =>
    `${cells
      .map((cell, index) => {
        const width = (chosen[index] as { readonly width: number }).width;
        return isTitle ? cell.padEnd(Math.abs(width)) : padded(cell, width, index === cells.length - 1);
      })
      .join(" ")
      .trimEnd()}\n`;
  call.out(
    line(
      chosen.map(({ title }) => title),
      true,
    ) +
      rows
        .map((proc) =>
          line(
            chosen.map(({ cell }) => cell(proc)),
            false,
          ),
        )
        .join(""),
  );
  return 0;
};

const kill: Applet = (call) => {
  const targets: string[] = [];
  let signal = "TERM";
  for (const [index, arg] of call.args.entries()) {
    const word = call.args[index - 1] === "-s" ? arg : index === 0 && /^-\w+$/.test(arg) && arg !== "-s" ? arg.slice(1) : undefined;
    if (word !== undefined) signal = nameOf(word);
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
    if (!/^-?\d+$/.test(target)) status = call.fail(`bad pid '${target}'`);
    else if (!call.machine.signal(Math.abs(Number(target)), signal)) status = call.fail(`can't kill pid ${target}: No such process`);
  }
  return status;
};

const nameOf = (word: string): string =>
  Object.entries(SIGNAL_NUMBERS).find(([, number]) => `${number}` === word)?.[0] ?? word.toUpperCase().replace(/^SIG/, "");

const named = (call: AppletCall, name: string): readonly Proc[] =>
  call.machine
    .all()
    .filter(
      ({ argv, exit, comm, pid }) => exit === undefined && pid !== call.proc.pid && (comm ?? (argv[0] ?? "").replace(/^.*\//, "")) === name,
    );

const killall: Applet = (call) => {
  const names = call.args.filter((arg) => !arg.startsWith("-"));
  const signal = call.args.find((arg) => /^-\w+$/.test(arg) && arg !== "-q");
  let status = 0;
  for (const name of names) {
    const found = named(call, name);
    if (found.length === 0) status = call.fail(`${name}: no process killed`);
    for (const { pid } of found) call.machine.signal(pid, signal === undefined ? "TERM" : nameOf(signal.slice(1)));
  }
  return status;
};

const pidof: Applet = (call) => {
  const pids = call.args
    .filter((arg) => !arg.startsWith("-"))
    .flatMap((name) => named(call, name).map(({ pid }) => pid))
    .reverse();
  if (pids.length > 0) call.out(`${pids.join(" ")}\n`);
  return pids.length > 0 ? 0 : 1;
};

const top: Applet = (call) => {
  const rows = call.machine.all().filter(({ exit }) => exit === undefined);
  call.out(
    `Mem: 4341532K used, 20342552K free, 9216K shrd, 153600K buff, 2772120K cached\nCPU:   2% usr   1% sys   0% nic  96% idle   0% io   0% irq   0% sirq\nLoad average: 0.08 0.10 0.09 1/312 42\n  PID  PPID USER     STAT   VSZ %VSZ CPU %CPU COMMAND\n${rows.map(({ pid, ppid, argv }) => `${`${pid}`.padStart(5)} ${`${ppid}`.padStart(5)} root     S     3924   0%   0   0% ${argv.join(" ")}\n`).join("")}`,
  );
  const isBatch = call.args.some((arg) => /^-\w*n/.test(arg));
  return isBatch ? 0 : call.awaitTime(call.machine.nowMs + 5000, undefined);
};

/** `watch`: the command again and again. */
const watch: Applet = (call) => {
  const { rest, value } = readOptions(call.args, "n:td");
  return call.become(["sh", "-c", `while :; do ${rest.join(" ")}; sleep ${value("n") ?? "2"}; done`]);
};

const busybox = (call: AppletCall): AppletResult => {
  const [name, ...args] = call.args;
  if (name === undefined || name === "--list") {
    call.out("BusyBox v1.35.0 (Debian 1:1.35.0-4+deb12u1+b1) multi-call binary.\n");
    return 0;
  }
  return call.become([name, ...args]);
};

/** Applets about processes, time and the machine. */
export const SYSTEM_APPLETS: Readonly<Record<string, Applet>> = {
  busybox,
  dmesg: () => 0,
  free: (call) => {
    call.out(
      "              total        used        free      shared  buff/cache   available\nMem:       24684084     1416740    20341816        9212     2925528    22948868\nSwap:             0           0           0\n",
    );
    return 0;
  },
  kill,
  killall,
  pidof,
  ps,
  sleep,
  stty: () => 0,
  time,
  timeout,
  top,
  uptime: (call) => {
    call.out(" 12:00:00 up 1 day,  2:03,  load average: 0.08, 0.10, 0.09\n");
    return 0;
  },
  usleep,
  watch,
};
