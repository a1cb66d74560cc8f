import type { ExecResult, NodeCommand } from "#kube/ports/cluster-port.ts";
import type { Node } from "#kube/types/cluster.ts";
import { getObject } from "../apiserver/store/store.ts";
import type { World } from "../kernel/world.ts";
import type { MachineProgram, MachineResult } from "./machine-program.ts";
import { systemctl } from "./systemctl.ts";

/**
 * Runs a command line on a machine as root. A machine consists of its name and its services; commands may be chained by `;`, `&&` and `||`.
 */
export const runOnNode = (world: World, { node, command }: NodeCommand): ExecResult => {
  if (getObject<Node>(world, "nodes", undefined, node) === undefined)
    return { exitCode: 255, stdout: "", stderr: `ssh: Could not resolve hostname ${node}: Name or service not known\n` };
  let [stdout, stderr, exitCode] = ["", "", 0];
  for (const { join, words } of chainOf(command)) {
    if ((join === "&&" && exitCode !== 0) || (join === "||" && exitCode === 0)) continue;
    const result = runWords(world, node, words);
    stdout += result.stdout;
    stderr += result.stderr;
    exitCode = result.exitCode;
  }
  return { exitCode, stdout, stderr };
};

const chainOf = (command: string): readonly { readonly join: string; readonly words: readonly string[] }[] => {
  const parts = command.split(/(&&|\|\||;|\n)/);
  const commands = parts.flatMap((part, i) => (i % 2 === 0 ? [{ join: parts[i - 1] ?? ";", words: wordsOf(part) }] : []));
  return commands.filter(({ words }) => words.length > 0);
};

const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? "");

const runWords = (world: World, node: string, [name = "", ...args]: readonly string[]): MachineResult => {
  if (name === "sudo") return runWords(world, node, args);
  const program = PROGRAMS[name.replace(/^\/(?:usr\/)?s?bin\//, "")];
  return program?.(world, node, args) ?? { exitCode: 127, stdout: "", stderr: `bash: line 1: ${name}: command not found\n` };
};

const PROGRAMS: Readonly<Record<string, MachineProgram>> = {
  systemctl,
  hostname: (_world, node) => ({ exitCode: 0, stdout: `${node}\n`, stderr: "" }),
};
