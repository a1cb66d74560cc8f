import type { ExecResult, NodeCommand } from "#kube/ports/cluster-port.ts";
import type { Node } from "#kube/types/cluster.ts";
import { getObject } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";
import { NodeMachine } from "./node-machine.ts";

/**
 * Runs a command line on a machine as root, in the machine's own shell; nobody else's time passes. Stops after some turns of its
 * processes and yields their number, so that others can have a turn.
 */
export function* nodeSteps(world: World, { node, command, timeoutMs = TIMEOUT_MS }: NodeCommand): Generator<number, ExecResult> {
  if (getObject<Node>(world, "nodes", undefined, node) === undefined)
    return { exitCode: 255, stdout: "", stderr: `ssh: Could not resolve hostname ${node}: Name or service not known\n` };
  const machine = new NodeMachine(world, node);
  machine.startScript(command);
  const isDone = yield* runUntil(machine, world.nowMs() + timeoutMs);
  machine.saveFiles();
  const [stdout, stderr] = [machine.printed("stdout"), inWordsOfBash(machine.printed("stderr"))];
  if (!isDone) return { exitCode: 124, stdout, stderr: `${stderr}Timeout, server ${node} not responding.\n` };
  return { exitCode: machine.mainExit?.status ?? 0, stdout, stderr };
}

const TIMEOUT_MS = 30_000;

/** Lets a machine run until its command line ends; false if that takes too long. */
function* runUntil(machine: NodeMachine, limitMs: number): Generator<number, boolean> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    for (let slice = 0; slice < SLICES_PER_TURN && !machine.run(undefined, TURNS_PER_SLICE); slice++) yield machine.takeTurnsDone();
    if (machine.mainExit !== undefined) return true;
    const wakeMs = machine.nextWakeMs();
    if (wakeMs === undefined || wakeMs > limitMs) return false;
    machine.nowMs = wakeMs;
  }
  return false;
}

const TURNS_MAX = 2_000;

/** Turns of processes after which others may have theirs, and how often before time goes on. */
const TURNS_PER_SLICE = 25;
const SLICES_PER_TURN = 16;

/** The shell speaks as busybox does, and a node's is bash. */
const inWordsOfBash = (text: string): string => text.replaceAll(/^(bash: line \d+: .*): not found$/gm, "$1: command not found");
