import { WaitLimitReached } from "./capped-clock.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./command-table.ts";
import { CommandFailure, exitText } from "./errors.ts";
import { type FlagTable, flagTable, ParsedArgs, parseArgs } from "./flags.ts";
import { REFUSED_COMMANDS } from "./refused-commands.ts";
import { type OpenedCluster, Session, type SessionOptions } from "./session.ts";

/** How a command line is run: on a cluster that is at hand, or on one that its flags name. */
export type KubectlOptions =
  | SessionOptions
  | (Omit<SessionOptions, keyof OpenedCluster> & { readonly open: (args: ParsedArgs) => Promise<OpenedCluster> });

/** What the program printed and how it ended. */
export interface KubectlResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly hadEffect: boolean;
  /** True when the command was still waiting when its time was over. */
  readonly waitedTooLong: boolean;
}

/** Flags of every command. */
const GLOBAL_FLAGS: FlagTable = flagTable(
  "namespace,n string",
  "help,h bool",
  "context string",
  "kubeconfig string",
  "cluster string",
  "user string",
  "request-timeout string",
  "v,v int",
  "server,s string",
  "token string",
  "as string",
  "as-group array",
  "as-uid string",
  "as-user-extra array",
  "insecure-skip-tls-verify bool",
  "certificate-authority string",
  "client-certificate string",
  "client-key string",
  "tls-server-name string",
  "cache-dir string",
  "match-server-version bool",
  "warnings-as-errors bool",
  "disable-compression bool",
  "username string",
  "password string",
  "profile string",
  "profile-output string",
  "kuberc string",
);

const IDENTITY_FLAGS = [
  "as",
  "as-group",
  "as-uid",
  "context",
  "cluster",
  "user",
  "kubeconfig",
  "server",
  "token",
  "username",
  "password",
  "client-certificate",
  "client-key",
] as const;

/**
 * Runs one kubectl command line.
 *
 * @param words without `kubectl` itself
 * @returns what it printed; only lost infrastructure throws
 */
export const runKubectl = async (options: KubectlOptions, words: readonly string[]): Promise<KubectlResult> => {
  let session = new Session({ ...NOWHERE, ...options }, new ParsedArgs([], undefined, new Map()));
  try {
    const { command, rest } = findCommand(words);
    if (rest.includes("--help") || (rest.includes("-h") && !rest.slice(0, rest.indexOf("-h")).includes("--")))
      session.print(usageOf(command));
    if (session.stdout !== "") return resultOf(session, 0);
    const args = parseArgs(rest, [command.flags, GLOBAL_FLAGS], command.path);
    if (!("open" in options)) refuseIdentity(args, command);
    session = new Session("open" in options ? { ...options, ...(await options.open(args)) } : options, args);
    await command.run(session);
    return resultOf(session, 0);
  } catch (failure) {
    if (failure instanceof WaitLimitReached) return { ...resultOf(session, 1), waitedTooLong: true };
    if (!isExpected(failure)) throw failure;
    session.complain(exitText(failure));
    return resultOf(session, failure instanceof CommandFailure ? failure.exitCode : 1);
  }
};

/** Before a command is known there is no cluster. */
const NOWHERE = { cluster: undefined as unknown as SessionOptions["cluster"], namespace: "" };

const resultOf = ({ stdout, stderr, hadEffect }: Session, exitCode: number): KubectlResult => ({
  stdout,
  stderr,
  exitCode,
  hadEffect,
  waitedTooLong: false,
});

const isExpected = (failure: unknown): failure is Error =>
  failure instanceof Error && ["CommandFailure", "StatusFailure", "FailureList", "JsonPathError"].includes(failure.name);

const refuseIdentity = (args: ParsedArgs, { flags }: Command): void => {
  const used = IDENTITY_FLAGS.find((flag) => args.has(flag) && !flags.has(flag));
  if (used !== undefined) throw new CommandFailure(`--${used} is not available here: the cluster, the context and the user are fixed`);
};

interface FoundCommand {
  readonly command: Command;
  readonly rest: readonly string[];
}

/** Global flags may stand before the command; the longest path that fits wins. */
const findCommand = (words: readonly string[]): FoundCommand => {
  const leading = leadingFlags(words);
  const named = words.slice(leading.length);
  if (named.length === 0) throw new CommandFailure(HELP, { complete: true, exitCode: 0 });
  for (const length of [3, 2, 1]) {
    const command = named.length >= length ? byPath.get(named.slice(0, length).join(" ")) : undefined;
    if (command !== undefined) return { command, rest: [...leading, ...named.slice(length)] };
  }
  throw unknownCommand(named);
};

const leadingFlags = (words: readonly string[]): readonly string[] => {
  let at = 0;
  while (at < words.length && (words[at] as string).startsWith("-")) {
    const word = words[at] as string;
    const spec = GLOBAL_FLAGS.get(word.replace(/^--?/, "").split("=")[0] as string);
    at += spec !== undefined && spec.kind !== "bool" && !word.includes("=") ? 2 : 1;
  }
  return words.slice(0, at);
};

const unknownCommand = (named: readonly string[]): CommandFailure => {
  const name = named[0] as string;
  const refusal = REFUSED_COMMANDS[name];
  if (refusal !== undefined) return new CommandFailure(`kubectl ${name} is not available here: ${refusal}`);
  const group = COMMANDS.filter((command) => command.path.startsWith(`${name} `)).map((command) => command.path.slice(name.length + 1));
  if (group.length > 0) return groupFailure(name, named[1], group);
  const close = [...new Set(COMMANDS.map((command) => command.path.split(" ")[0] as string))].filter((candidate) =>
    isClose(candidate, name),
  );
  const hint = close.length === 0 ? "" : `\n\nDid you mean this?\n${close.map((candidate) => `\t${candidate}`).join("\n")}\n`;
  return new CommandFailure(`error: unknown command ${JSON.stringify(name)} for "kubectl"${hint}`, { complete: true });
};

const groupFailure = (name: string, sub: string | undefined, group: readonly string[]): CommandFailure => {
  if (sub === undefined || sub.startsWith("-")) {
    return new CommandFailure(
      `Usage:\n  kubectl ${name} SUBCOMMAND [options]\n\nAvailable Commands:\n${[...group]
        .sort()
        .map((item) => `  ${item}`)
        .join("\n")}\n`,
      { complete: true, exitCode: 1 },
    );
  }
  return new CommandFailure(`error: unknown command ${JSON.stringify(sub)}\nSee 'kubectl ${name} -h' for help and examples`, {
    complete: true,
  });
};

const HELP =
  'kubectl controls the Kubernetes cluster manager.\n\nUsage:\n  kubectl [flags] [options]\n\nUse "kubectl <command> --help" for more information about a given command.\n';

/** True when one text becomes the other by at most two single-letter edits, or begins with it. */
const isClose = (candidate: string, typed: string): boolean => candidate.startsWith(typed) || editDistance(candidate, typed) <= 2;

const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min((next[j - 1] as number) + 1, (row[j] as number) + 1, (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length] as number;
};

const usageOf = (command: Command): string => {
  const flags = [...new Set([...command.flags.values()])].map((spec) => {
    const letter = [...command.flags.entries()].find(([key, value]) => value === spec && key.length === 1)?.[0];
    return `  ${letter === undefined ? "    " : `-${letter}, `}--${spec.name}${spec.kind === "bool" ? "" : ` (${spec.kind})`}`;
  });
  return `Usage:\n  kubectl ${command.path} ${command.usage}\n\nOptions:\n${flags.join("\n")}\n`;
};

const byPath: ReadonlyMap<string, Command> = new Map(
  COMMANDS.flatMap((command) => [command.path, ...(command.aliases ?? [])].map((path) => [path, command] as const)),
);
