import { refusedSignal } from "../machine/refused-signal.ts";
import type { AppletResult } from "./applet-call.ts";
import type { Builtin, BuiltinCall } from "./builtins.ts";
import { DEATHS } from "./forks.ts";
import { SIGNAL_NUMBERS } from "./signal-numbers.ts";

const complain = ({ machine, proc, shell }: Builtin, message: string): void => void machine.write(proc, 2, `${shell.name}: ${message}\n`);

/** The process that `%1`, `%%` or a number means. */
const pidOf = ({ shell }: Builtin, word: string): number => {
  if (!word.startsWith("%")) return Number(word);
  const job = /^%[%+]?$/.test(word) ? shell.jobs[shell.jobs.length - 1] : shell.jobs.find(({ number }) => `%${number}` === word);
  return job?.pid ?? Number.NaN;
};

/** The state of a `wait`: a trapped signal ends it. */
export const WAITING = "waiting";

const wait: BuiltinCall = (call): AppletResult => {
  const { machine, proc, shell, args } = call;
  const pids = args.length === 0 ? shell.jobs.map(({ pid }) => pid) : args.map((word) => pidOf(call, word));
  const running = pids.filter((pid) => {
    const known = machine.find(pid);
    return known !== undefined && known.exit === undefined && known.ppid === proc.pid;
  });
  if (running.length > 0) return { wait: { on: "child", isInterruptible: true }, state: WAITING };
  let status = 0;
  for (const pid of pids) {
    const isOwn = shell.jobs.some((job) => job.pid === pid) || machine.find(pid)?.ppid === proc.pid;
    const isNews = shell.jobs.find((job) => job.pid === pid)?.isKnownToHaveEnded !== true;
    const ended = isOwn ? machine.reap(pid) : { status: 127, killedBy: undefined };
    status = ended?.status ?? 0;
    const words = DEATHS[ended?.killedBy ?? ""];
    if (words !== undefined && isNews && args.length > 0) machine.write(proc, 2, `${words}\n`);
    shell.jobs = shell.jobs.filter((job) => job.pid !== pid);
  }
  return args.length === 0 ? 0 : status;
};

const jobs: BuiltinCall = ({ machine, proc, shell }) => {
  for (const { number, pid } of shell.jobs) {
    const known = machine.find(pid);
    const isLast = shell.jobs[shell.jobs.length - 1]?.pid === pid;
    const state = known === undefined || known.exit !== undefined ? "Done" : "Running";
    machine.write(proc, 1, `[${number}]${isLast ? "+" : "-"}  ${state.padEnd(27)}\n`);
    if (state === "Done") {
      machine.reap(pid);
      shell.jobs = shell.jobs.filter((job) => job.pid !== pid);
    }
  }
  return 0;
};

const kill: BuiltinCall = (call) => {
  const { machine, args } = call;
  if (args[0] === "-l" && args.length > 1) {
    for (const word of args.slice(1)) {
      const name = signalName(/^\d+$/.test(word) ? `${Number(word) & 127}` : word);
      const isNumber = /^\d+$/.test(word);
      if (name !== undefined) machine.write(call.proc, 1, `${isNumber ? name : SIGNAL_NUMBERS[name]}\n`);
      else complain(call, `unknown signal '${word}'`);
    }
    return 0;
  }
  if (args[0] === "-l") {
    for (const [name, number] of Object.entries(SIGNAL_NUMBERS)) machine.write(call.proc, 1, `${`${number}`.padStart(2)}) ${name}\n`);
    return 0;
  }
  let signal = "TERM";
  const targets: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as string;
    if (arg === "-s") signal = signalName(args[++at] ?? "") ?? "TERM";
    else if (at === 0 && /^-\w+$/.test(arg)) {
      const name = signalName(arg.slice(1));
      if (name === undefined) {
        complain(call, `bad signal name '${arg.slice(1)}'`);
        return 1;
      }
      signal = name;
    } else targets.push(arg);
  }
  if (targets.length === 0) {
    complain(call, "you need to specify whom to kill");
    return 1;
  }
  let status = 0;
  for (const target of targets) {
    const pid = pidOf(call, target);
    if (Number.isNaN(pid)) {
      complain(call, target.startsWith("%") ? `kill: line 0: ${target}: no such job` : `invalid number '${target}'`);
      status = 1;
    } else {
      const refusal = refusedSignal(machine, pid, signal);
      if (refusal === undefined) continue;
      complain(call, `can't kill pid ${pid}: ${refusal}`);
      status = 1;
    }
  }
  return status;
};

/** A signal's name by any of its spellings. */
const signalName = (word: string): string | undefined => {
  if (word === "0") return "0";
  const byNumber = Object.entries(SIGNAL_NUMBERS).find(([, number]) => `${number}` === word)?.[0];
  const name = word.toUpperCase().replace(/^SIG/, "");
  return byNumber ?? (SIGNAL_NUMBERS[name] === undefined ? undefined : name);
};

/** `read`: one line, cut at the separators. */
const read: BuiltinCall = (call): AppletResult => {
  const { machine, proc, shell, args } = call;
  const isRaw = args.some((arg) => /^-\w*r/.test(arg));
  const timeout = args.indexOf("-t");
  const names = args.filter((arg, index) => !arg.startsWith("-") && !/^-[tpnd]$/.test(args[index - 1] ?? ""));
  const taken = machine.read(proc, 0);
  const deadline =
    typeof shell.builtin === "number" ? shell.builtin : timeout < 0 ? undefined : machine.nowMs + Number(args[timeout + 1]) * 1000;
  const bytes = taken?.bytes ?? "";
  const lineEnd = bytes.indexOf("\n");
  if (lineEnd < 0 && taken?.isEnd !== true) {
    machine.unread(proc, 0, bytes);
    if (deadline !== undefined && machine.nowMs >= deadline) return 1;
    return { wait: { on: "input", number: 0, ...(deadline === undefined ? {} : { atMs: deadline }) }, state: deadline };
  }
  if (lineEnd >= 0) machine.unread(proc, 0, bytes.slice(lineEnd + 1));
  const line = lineEnd < 0 ? bytes : bytes.slice(0, lineEnd);
  const text = isRaw ? line : line.replaceAll(/\\(.)/g, "$1");
  assignFields(call, names.length === 0 ? ["REPLY"] : names, text);
  return lineEnd < 0 ? 1 : 0;
};

const assignFields = ({ shell }: Builtin, names: readonly string[], line: string): void => {
  const separators = shell.variables["IFS"]?.value ?? " \t\n";
  const isSpace = /[ \t\n]/.test(separators);
  let rest = isSpace ? line.replace(/^[ \t]+|[ \t]+$/g, "") : line;
  const variables = { ...shell.variables };
  for (const [index, name] of names.entries()) {
    const cut = index === names.length - 1 || separators === "" ? -1 : [...rest].findIndex((character) => separators.includes(character));
    const value = cut < 0 ? rest : rest.slice(0, cut);
    rest = cut < 0 ? "" : rest.slice(cut + 1);
    if (isSpace) rest = rest.replace(/^[ \t]+/, "");
    variables[name] = { ...variables[name], value };
  }
  shell.variables = variables;
};

const getopts: BuiltinCall = ({ machine, proc, shell, args }) => {
  const [spec = "", name = "", ...given] = args;
  const words = given.length > 0 ? given : shell.parameters;
  const [indexText = "1", offsetText = "1"] = (shell.variables["OPTIND"]?.value ?? "1").split(":");
  let index = Number(indexText);
  let offset = Number(offsetText);
  const set = (values: Readonly<Record<string, string>>) => {
    for (const [key, value] of Object.entries(values)) shell.variables = { ...shell.variables, [key]: { ...shell.variables[key], value } };
  };
  const word = words[index - 1];
  if (word === undefined || !/^-./.test(word) || word === "--") {
    set({ [name]: "?", OPTIND: `${word === "--" ? index + 1 : index}` });
    return 1;
  }
  const letter = word[offset] as string;
  offset += 1;
  const place = spec.replace(/^:/, "").indexOf(letter);
  const takesValue = place >= 0 && spec.replace(/^:/, "")[place + 1] === ":";
  const values: Record<string, string> = { [name]: place < 0 ? "?" : letter };
  if (place < 0 && !spec.startsWith(":")) machine.write(proc, 2, `Illegal option -${letter}\n`);
  if (takesValue) {
    values["OPTARG"] = word.length > offset ? word.slice(offset) : (words[index++] ?? "");
    offset = word.length;
  }
  const isDone = offset >= word.length;
  set({ ...values, OPTIND: isDone ? `${index + 1}` : `${index}:${offset}` });
  return 0;
};

/** Builtins about children, signals and input. */
export const JOB_BUILTINS: Readonly<Record<string, BuiltinCall>> = { bg: () => 0, fg: wait, getopts, jobs, kill, read, wait };
