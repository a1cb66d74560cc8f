import { editDistance } from "#core/edit-distance.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./command-table.ts";
import { parseArgs } from "./flags.ts";
import { GLOBAL_FLAGS } from "./global-flags.ts";
import { GROUPS, helpText } from "./help/help-text.ts";
import { notAvailable, REFUSED_COMMANDS } from "./refused-commands.ts";

/** A command with the rest of the line after its name. */
export interface FoundCommand {
  readonly command: Command;
  readonly rest: readonly string[];
}

/** Help text that ends the command line. */
export interface Help {
  readonly help: string;
}

/**
 * Finds the command of a line: global flags may precede it, and the longest matching name wins.
 *
 * @returns the help text instead if help is requested
 * @throws CommandFailure in kubectl's words when there is no such command
 */
export const findCommand = (words: readonly string[]): FoundCommand | Help => {
  const leading = words[0] === "--version" ? [] : leadingFlags(words);
  const named = words.slice(leading.length);
  const wantsHelp = asksForHelp(words);
  if (named[0] === "help") return helpTopic(named.slice(1));
  if (named[0] === "options") return { help: wantsHelp ? "" : optionsText(named.slice(1)) };
  if (named.length === 0 && !wantsHelp) parseArgs(words, [GLOBAL_FLAGS], "");
  if (named.length === 0 || words[0] === "--version") return { help: helpText("") as string };
  for (const length of [3, 2, 1]) {
    const path = named.slice(0, length).join(" ");
    const group = path === "create svc" ? "create service" : path;
    if (named.length >= length && GROUPS.has(group) && !wantsHelp) throw groupFailure(group, named.slice(length));
    if (named.length >= length && length > 1 && Object.hasOwn(REFUSED_COMMANDS, path) && !wantsHelp) throw notAvailable(path);
    const command = named.length >= length ? byPath.get(path) : undefined;
    if (command === undefined) continue;
    return wantsHelp ? { help: helpText(command.path) ?? "" } : { command, rest: [...leading, ...named.slice(length)] };
  }
  // What is no command may be a plugin, whose name comes first.
  if (leading.length > 0) throw new CommandFailure(`Error: flags cannot be placed before plugin name: ${words[0]}`, { complete: true });
  if (wantsHelp) return { help: longestHelp(named) };
  throw unknownCommand(named);
};

const optionsText = (words: readonly string[]): string => {
  const unknownFlag = words.find((word) => word.startsWith("--") && !GLOBAL_FLAGS.has(word.slice(2).split("=")[0] as string));
  if (unknownFlag !== undefined)
    throw new CommandFailure(`error: unknown flag: ${unknownFlag.split("=")[0]}\nRun 'kubectl options' without flags.`, { complete: true });
  const short = words.find((word) => /^-[a-z]/i.test(word) && !GLOBAL_FLAGS.has(word.slice(1, 2)));
  if (short !== undefined)
    throw new CommandFailure(`error: unknown shorthand flag: '${short[1]}' in ${short}\nRun 'kubectl options' without flags.`, {
      complete: true,
    });
  return helpText("options") as string;
};

/** True if `-h` or `--help` comes before `--`. */
const asksForHelp = (words: readonly string[]): boolean => {
  const end = words.indexOf("--");
  return words.slice(0, end === -1 ? words.length : end).some((word) => word === "--help" || word === "-h");
};

/**
 * The flags in front of a command's name, as kubectl looks for that name: a flag takes the next word along unless it stands alone
 * or says its value itself, help among them; where only one word follows it, there is no command.
 */
const leadingFlags = (words: readonly string[]): readonly string[] => {
  let at = 0;
  while (at < words.length && (words[at] as string).startsWith("-")) {
    const word = words[at] as string;
    if (word === "--") return words;
    const isLong = word.startsWith("--");
    const takesNext = !word.includes("=") && (isLong || word.length === 2) && !standsAlone(word.slice(isLong ? 2 : 1));
    if (takesNext && words.length - at <= 2) return words;
    at += takesNext ? 2 : 1;
  }
  return words.slice(0, at);
};

const standsAlone = (name: string): boolean => name !== "h" && name !== "help" && GLOBAL_FLAGS.get(name)?.alone !== undefined;

const helpTopic = (topic: readonly string[]): Help => {
  const words = topic.filter((word) => !word.startsWith("-"));
  if (words.length === 0) return { help: helpText("") as string };
  const text = longestHelp(words);
  if (text !== helpText("")) return { help: text };
  const usage = text.slice(text.indexOf("\nBasic Commands"));
  throw new CommandFailure(`Unknown help topic [${words.map((word) => `\`${word}\``).join(" ")}]\n\n${usage}`, {
    complete: true,
    exitCode: 0,
  });
};

/** Help of the longest name that matches. */
const longestHelp = (named: readonly string[]): string => {
  for (let length = Math.min(3, named.length); length > 0; length--) {
    const path = named.slice(0, length).join(" ");
    const text = helpText(byPath.get(path)?.path ?? path);
    if (text !== undefined) return text;
  }
  return helpText("") as string;
};

const unknownCommand = (named: readonly string[]): CommandFailure => {
  const name = named[0] as string;
  if (Object.hasOwn(REFUSED_COMMANDS, name)) return notAvailable(name);
  const close = topLevelNames().filter((candidate) => isClose(candidate, name));
  const hint = close.length === 0 ? "" : `\n\nDid you mean this?\n${close.map((candidate) => `\t${candidate}`).join("\n")}\n`;
  return new CommandFailure(`error: unknown command ${JSON.stringify(name)} for "kubectl"${hint}`, { complete: true });
};

/** Groups that print only their help, whatever follows, and succeed. */
const HELPFUL = new Set(["alpha", "certificate"]);

const groupFailure = (group: string, rest: readonly string[]): CommandFailure => {
  const words = rest.filter((word) => !word.startsWith("-"));
  const help = helpText(group) as string;
  if (HELPFUL.has(group)) return new CommandFailure("", { complete: true, exitCode: 0, stdout: help });
  // Of all groups only this one shows its help where answers go.
  if (words.length === 0)
    return group === "rollout" ? new CommandFailure("", { complete: true, stdout: help }) : new CommandFailure(help, { complete: true });
  return new CommandFailure(`error: unknown command ${JSON.stringify(words.join(" "))}\nSee 'kubectl ${group} -h' for help and examples`, {
    complete: true,
  });
};

/** Names as the general help lists them. */
const topLevelNames = (): readonly string[] =>
  [...(helpText("") as string).matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name]) => name as string);

/** Words that users type for other commands, by command. */
const SUGGESTED_FOR: Readonly<Record<string, readonly string[]>> = { get: ["list", "ps"], wait: ["list", "ps"], delete: ["rm"] };

/** True when one text becomes the other by at most two single-letter edits, or begins with it. */
const isClose = (candidate: string, typed: string): boolean =>
  editDistance(candidate, typed.toLowerCase()) <= 2 ||
  candidate.startsWith(typed.toLowerCase()) ||
  (SUGGESTED_FOR[candidate] ?? []).includes(typed.toLowerCase());

const byPath: ReadonlyMap<string, Command> = new Map(
  COMMANDS.flatMap((command) => [command.path, ...(command.aliases ?? [])].map((path) => [path, command] as const)),
);
