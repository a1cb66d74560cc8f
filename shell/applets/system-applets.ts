import type { Applet, AppletCall, AppletResult } from "../interpreter/applet-call.ts";
import { SIGNAL_NUMBERS } from "../interpreter/signal-numbers.ts";
import { numberOption } from "./number-option.ts";
import { readOptions } from "./options.ts";
import { PROCESS_APPLETS, signalName } from "./process-applets.ts";

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

const UINT_MAX = 4_294_967_295;

const usleep: Applet = (call) => {
  if (typeof call.state === "number") return 0;
  const microseconds = numberOption(call, call.args[0] ?? "0", { least: 0, most: UINT_MAX });
  if (microseconds === undefined) return 1;
  const untilMs = call.machine.nowMs + Math.max(1, Math.round(microseconds / 1000));
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
    const pid = call.start(words);
    const atMs = machine.nowMs + Math.round(Number(match[1]) * (UNITS[match[2] ?? ""] ?? 1000));
    const named = args.indexOf("-s");
    const signal = named < 0 ? "TERM" : signalName(args[named + 1] ?? "");
    return { wait: { on: "child", atMs }, state: { pid, atMs, signal } };
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
  const { machine } = call;
  if (state === undefined) {
    const words = call.args[0] === "-p" ? call.args.slice(1) : call.args;
    const pid = call.start(words);
    return { wait: { on: "child" }, state: { pid, fromMs: machine.nowMs } };
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
  ...PROCESS_APPLETS,
  sleep,
  stty: () => 0,
  time,
  timeout,
  uptime: (call) => {
    call.out(" 12:00:00 up 1 day,  2:03,  load average: 0.08, 0.10, 0.09\n");
    return 0;
  },
  usleep,
  watch,
};
