import { readOptions } from "#shell/applets/options.ts";
import type { AppletResult } from "#shell/interpreter/applet-call.ts";
import { toBytes } from "#shell/machine/bytes.ts";
import { EMPTY_MACHINE, type MachineState } from "#shell/machine/process-table.ts";
import type { ContainerApplet, ContainerCall } from "../containers/container-applet.ts";
import { isCapable } from "../containers/machine/capabilities.ts";
import { volumeMountAt } from "../processes/volume-mount-at.ts";
import { NodeMachine } from "./node-machine.ts";

/** `chroot`: runs a command with another root: the node's, where that is mounted, or the container's own. */
const chroot: ContainerApplet = (call) => {
  if (call.state !== undefined) return goOn(call, call.state as Visit | Journey);
  const [given, ...words] = call.args;
  if (given === undefined) return call.usage(CHROOT_USAGE);
  const refusal = refuseRoot(call, given);
  if (refusal !== undefined) return call.fail(`can't change root directory to '${given}': ${refusal}`);
  const root = call.machine.fs.resolve(call.path(given));
  const command = words.length === 0 ? [call.env["SHELL"] ?? "/bin/sh", "-i"] : words;
  if (isNodeRoot(call, root)) return visit(call, command);
  return root === "/" ? call.become(command) : call.fail(`can't execute '${command[0]}': No such file or directory`, 127);
};

const CHROOT_USAGE = "chroot NEWROOT [PROG ARGS]\n\nRun PROG with root directory set to NEWROOT\n";

const refuseRoot = (call: ContainerCall, given: string): string | undefined => {
  const info = call.machine.fs.stat(call.path(given));
  if (info === undefined) return "No such file or directory";
  if (info.kind !== "folder") return "Not a directory";
  return isCapable(call.machine.process, "SYS_CHROOT") ? undefined : "Operation not permitted";
};

/** True where all of the node's files are mounted at a path. */
const isNodeRoot = ({ machine: { process } }: ContainerCall, path: string): boolean => {
  const { pod, container } = process.start;
  const mount = volumeMountAt(container, path);
  const volume = pod.spec.volumes?.find(({ name }) => name === mount?.name);
  return mount !== undefined && volume?.hostPath?.path === "/" && mount.mountPath.replace(/(.)\/+$/, "$1") === path;
};

/** `nsenter`: runs a command in the namespaces of another process: of the node's first one, where that can be seen. */
const nsenter: ContainerApplet = (call) => {
  if (call.state !== undefined) return goOn(call, call.state as Visit | Journey);
  const [given, rest] = splitAtCommand(call.args);
  const { value, has } = readOptions(given, "t:S:G:muinpUraFrw target=t mount=m uts=u ipc=i net=n pid=p cgroup=C all=a");
  const target = value("t");
  if (target === undefined) return call.fail("target PID not specified");
  const { process } = call.machine;
  const command = rest.length === 0 ? [call.env["SHELL"] ?? "/bin/sh"] : rest;
  if (process.start.pod.spec.hostPID !== true || target !== "1") {
    return call.machine.visible().some(({ proc }) => `${proc.pid}` === target)
      ? call.become(command)
      : call.fail(`can't open '/proc/${target}/ns': No such file or directory`);
  }
  if (!isCapable(process, "SYS_ADMIN")) return call.fail("can't open '/proc/1/ns/mnt': Permission denied");
  return has("m") || has("a") ? visit(call, command) : call.become(command);
};

/** Options, and the command behind them. */
const splitAtCommand = (args: readonly string[]): readonly [readonly string[], readonly string[]] => {
  let at = 0;
  while (args[at]?.startsWith("-") === true && args[at] !== "--") at += /^(?:-[tSG]|--target)$/.test(args[at] as string) ? 2 : 1;
  return [args.slice(0, at), args.slice(args[at] === "--" ? at + 1 : at)];
};

/** Programs that lead from a container to its node. */
export const NODE_APPLETS: Readonly<Record<string, ContainerApplet>> = { chroot, nsenter };

/** A command on its way to the node. */
interface Journey {
  readonly words: readonly string[];
}

/** A command on the node, between two turns. */
interface Visit {
  readonly machine: MachineState;
  /** The pipe that it reads from. */
  readonly input: number;
  readonly isInputOver: boolean;
}

/** A container's own process reaches the node when its kubelet has seen it run: otherwise nobody would ever hear of one that stops the kubelet. */
const visit = (call: ContainerCall, words: readonly string[]): AppletResult =>
  call.proc.pid === call.machine.mainPid ? call.awaitTime(call.machine.nowMs + SEEN_MS, { words }) : arrive(call, words);

/** Longer than kubelets take from one look at their containers to the next, ms. */
const SEEN_MS = 1500;

const arrive = (call: ContainerCall, words: readonly string[]): AppletResult => {
  const machine = openNode(call, EMPTY_MACHINE);
  const isShell = words.length === 1 && /(?:^|\/)(?:ba|da|a)?sh$/.test(words[0] as string);
  const input = machine.startWords(isShell && call.proc.fds[0]?.kind === "terminal" ? [...words, "-i"] : words);
  if (input === undefined) return call.fail(`can't execute '${words[0]}': No such file or directory`, 127);
  return run(call, machine, { input, isInputOver: false });
};

const goOn = (call: ContainerCall, state: Visit | Journey): AppletResult => {
  if ("words" in state) return arrive(call, state.words);
  const { machine, ...place } = state;
  return run(call, openNode(call, machine), place);
};

const openNode = ({ machine }: ContainerCall, state: MachineState): NodeMachine =>
  new NodeMachine(machine.world, machine.process.start.pod.spec.nodeName ?? "", state, machine.nowMs);

/** Gives a command on the node what there is to read, lets it run, and hands on what it prints. */
const run = (call: ContainerCall, machine: NodeMachine, { input, ...before }: Omit<Visit, "machine">): AppletResult => {
  let { isInputOver } = before;
  while (!isInputOver) {
    const taken = call.machine.read(call.proc, 0);
    if (taken === undefined) break;
    isInputOver = taken.isEnd;
    machine.feed(input, taken.bytes, isInputOver);
  }
  const isIdle = machine.run();
  call.machine.load(machine.takeTurnsDone());
  machine.saveFiles();
  call.out(toBytes(machine.printed("stdout")));
  call.err(toBytes(machine.printed("stderr")));
  if (machine.mainExit !== undefined) return machine.mainExit.status;
  const nextMs = isIdle ? machine.nextWakeMs() : call.machine.nowMs + BUSY_MS;
  const on = isInputOver ? "time" : "input";
  return { wait: { on, number: 0, ...(nextMs !== undefined && { atMs: nextMs }) }, state: { machine: machine.save(), input, isInputOver } };
};

/** A command that never waits goes on a little later. */
const BUSY_MS = 1000;
