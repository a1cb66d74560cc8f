import { toTimestamp } from "#core/timestamp.ts";
import type { Pod } from "#kube/types/pod.ts";
import { groupName, identityOf, userName } from "../../processes/identity.ts";
import type { Applet, AppletCall } from "../interpreter/applet-call.ts";
import { podOf } from "../machine/runtime-files.ts";
import { formatDate } from "./format-date.ts";
import { formatPrintf, unescapeText } from "./format-printf.ts";
import { readOptions } from "./options.ts";
import { parseDate } from "./parse-date.ts";
import { seq } from "./seq.ts";

const print =
  (text: (call: AppletCall) => string): Applet =>
  (call) => {
    call.out(text(call));
    return 0;
  };

const echo: Applet = ({ machine, proc, args }) => {
  let at = 0;
  let flags = "";
  for (; /^-[neE]+$/.test(args[at] ?? ""); at++) flags += (args[at] as string).slice(1);
  const text = args.slice(at).join(" ");
  const isEscaped = flags.lastIndexOf("e") > flags.lastIndexOf("E");
  const { text: shown, isCut } = isEscaped ? unescapeText(text) : { text, isCut: false };
  return machine.write(proc, 1, `${shown}${flags.includes("n") || isCut ? "" : "\n"}`) ? 0 : 1;
};

const printf: Applet = (call) => {
  const [format, ...values] = call.args;
  if (format === undefined) {
    call.err("printf: usage: printf FORMAT [ARG]...\n");
    return 1;
  }
  const { text, problem } = formatPrintf(format, values);
  call.out(text);
  return problem === undefined ? 0 : call.fail(problem);
};

const date: Applet = (call) => {
  const format = call.args.find((arg) => arg.startsWith("+"));
  const { has, value } = readOptions(call.args, "d:r:uRID:s: date=d reference=r utc=u");
  const [given, model] = [value("d"), value("r")];
  const modelMs = model === undefined ? undefined : call.machine.fs.stat(call.path(model))?.modifiedMs;
  if (model !== undefined && modelMs === undefined) return call.fail(`can't stat '${model}': No such file or directory`);
  const ms = given === undefined ? (modelMs ?? call.machine.nowMs) : parseDate(given, call.machine.nowMs);
  if (ms === undefined) return call.fail(`invalid date '${given}'`);
  if (has("R")) call.out(`${formatDate(ms, "%a, %d %b %Y %H:%M:%S +0000")}\n`);
  else if (call.args.includes("-I")) call.out(`${toTimestamp(ms).slice(0, 10)}\n`);
  else call.out(`${formatDate(ms, format === undefined ? "%a %b %e %H:%M:%S UTC %Y" : format.slice(1))}\n`);
  return 0;
};

const environment = ({ env }: AppletCall): string =>
  Object.keys(env)
    .map((name) => `${name}=${env[name]}\n`)
    .join("");

const printenv: Applet = (call) => {
  const names = call.args.filter((arg) => !arg.startsWith("-"));
  if (names.length === 0) call.out(environment(call));
  for (const name of names) if (call.env[name] !== undefined) call.out(`${call.env[name]}\n`);
  return names.every((name) => call.env[name] !== undefined) ? 0 : 1;
};

const id: Applet = (call) => {
  const { process } = call.machine;
  const { user, group, groups } = identityOf(process);
  const flags = call.args.join("");
  const show = (number: number, name: string | undefined): string => (flags.includes("n") ? (name ?? `${number}`) : `${number}`);
  const named = (number: number, name: string | undefined): string => (name === undefined ? `${number}` : `${number}(${name})`);
  if (flags.includes("G"))
    call.out(`${(groups.length === 0 ? [group] : groups).map((one) => show(one, groupName(process, one))).join(" ")}\n`);
  else if (flags.includes("u")) call.out(`${show(user, userName(process, user))}\n`);
  else if (flags.includes("g")) call.out(`${show(group, groupName(process, group))}\n`);
  else {
    const rest = groups.length === 0 ? "" : ` groups=${groups.map((one) => named(one, groupName(process, one))).join(",")}`;
    call.out(`uid=${named(user, userName(process, user))} gid=${named(group, groupName(process, group))}${rest}\n`);
  }
  return 0;
};

const uname: Applet = (call) => {
  const node = call.env["HOSTNAME"] ?? call.machine.process.start.pod.metadata.name;
  const flags = call.args.join("");
  const facts: readonly (readonly [string, string])[] = [
    ["s", "Linux"],
    ["n", node],
    ["r", "6.1.0-32-amd64"],
    ["v", "#1 SMP PREEMPT_DYNAMIC Debian 6.1.129-1 (2025-03-06)"],
    ["m", "x86_64"],
    ["o", "GNU/Linux"],
  ];
  const shown = facts.filter(([flag]) => flags.includes("a") || flags.includes(flag) || (flags === "" && flag === "s"));
  call.out(`${shown.map(([, text]) => text).join(" ")}\n`);
  return 0;
};

const hostname: Applet = (call) => {
  const { machine, args } = call;
  const isAddress = args.some((arg) => /^-\w*i/.test(arg));
  const content = machine.fs.read("/etc/hostname");
  const domain = domainOf(machine.process.start.pod);
  const full = content.ok && domain !== "" ? `${content.bytes.trim()}.${domain}` : undefined;
  const asked = args.includes("-d") ? domain : args.includes("-f") ? full : undefined;
  if (asked !== undefined) {
    call.out(`${asked}\n`);
    return 0;
  }
  call.out(
    `${isAddress ? (podOf(machine.world, machine.process).status?.podIP ?? machine.process.start.pod.status?.podIP ?? "") : content.ok ? content.bytes.trim() : ""}\n`,
  );
  return 0;
};

/** The domain of a pod that has one: the hosts file gives it with the pod's own address. */
const domainOf = ({ metadata, spec }: Pod): string => {
  const { subdomain = "" } = spec as { readonly subdomain?: string };
  return subdomain === "" ? "" : `${subdomain}.${metadata.namespace}.svc.cluster.local`;
};

/** Writes without end; it stops while nobody reads. */
const yes: Applet = (call) => {
  const line = `${call.args.length === 0 ? "y" : call.args.join(" ")}\n`;
  if (call.machine.isFull(call.proc, 1)) return { wait: { on: "room", number: 1 }, state: undefined };
  call.out(line.repeat(2048));
  const isPiped = call.proc.fds[1]?.kind === "pipe";
  return isPiped ? { wait: { on: "room", number: 1 }, state: undefined } : call.awaitTime(call.machine.nowMs + 1000, undefined);
};

/** `env`, or `env NAME=value command`. */
const env: Applet = (call) => {
  const at = call.args.findIndex((arg) => !arg.includes("=") && !arg.startsWith("-"));
  const isEmpty = call.args.slice(0, at < 0 ? undefined : at).some((arg) => arg === "-i" || arg === "-");
  const changes = Object.fromEntries(
    call.args
      .slice(0, at < 0 ? undefined : at)
      .filter((arg) => arg.includes("="))
      .map((arg) => [arg.slice(0, arg.indexOf("=")), arg.slice(arg.indexOf("=") + 1)]),
  );
  const changed = { ...(isEmpty ? {} : call.env), ...changes };
  if (at < 0) {
    for (const name of Object.keys(changed)) call.out(`${name}=${changed[name]}\n`);
    return 0;
  }
  call.proc.env = changed;
  return call.become(call.args.slice(at));
};

/** Applets that print something about the world, or what they are given. */
export const PRINT_APPLETS: Readonly<Record<string, Applet>> = {
  arch: print(() => "x86_64\n"),
  clear: print(() => "\u001b[H\u001b[J"),
  date,
  echo,
  env,
  false: () => 1,
  hostname,
  hostid: print(() => "007f0100\n"),
  id,
  groups: print(() => "root\n"),
  logname: print(() => "root\n"),
  nproc: print(() => "2\n"),
  printenv,
  printf,
  pwd: print(({ proc }) => `${proc.cwd}\n`),
  seq,
  sync: () => 0,
  true: () => 0,
  tty: (call) => {
    const isTerminal = call.proc.fds[0]?.kind === "terminal";
    call.out(isTerminal ? "/dev/pts/0\n" : "not a tty\n");
    return isTerminal ? 0 : 1;
  },
  uname,
  whoami: (call) => {
    const { user } = identityOf(call.machine.process);
    const name = userName(call.machine.process, user);
    if (name === undefined) return call.fail(`unknown uid ${user}`);
    call.out(`${name}\n`);
    return 0;
  },
  yes,
};
