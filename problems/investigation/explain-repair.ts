import type { ToolCall } from "#core/tool-call.ts";
import type { AnsweredFault } from "../answer.ts";
import type { Note, Notebook } from "./notebook.ts";
import type { PhraseName } from "./phrases.ts";
import { commandOf } from "./read-clues.ts";
import type { Speaker } from "./speaker.ts";

/** Says why a call of a repair is made: what it mends, why in this way, and where its value was seen. */
export const explainRepair = (
  { notes }: Notebook,
  { causes, evidence }: AnsweredFault,
  { call, isFirst, speaker }: { readonly call: ToolCall; readonly isFirst: boolean; readonly speaker: Speaker },
): string => {
  const what = causes.map(({ resource }) => inWords(resource)).join(" and ");
  const way = wayOf(call);
  if (way === "readFirst" || way === "settle" || (way === "takeUp" && !isFirst)) return speaker.say(way, { what });
  const known = evidence.map(({ says }) => says).join(" ");
  const source = sourceOf(call, known, notes);
  return [
    speaker.say(isFirst ? "repairs" : "secondHalf", { what }),
    speaker.say(way, { what }),
    ...(source === undefined ? [] : [speaker.say("source", source)]),
  ].join(" ");
};

/** True for a call of a repair that only looks. */
export const isLook = (call: ToolCall): boolean => wayOf(call) === "readFirst";

/** An object as people name it: `deployment geo`, `the nodes`, `user reader of database rates`. */
export const inWords = (resource: string): string => {
  const [kind = "", name = ""] = resource.split("/");
  if (name === "*") return `the ${kind}s`;
  const [user, database] = name.split("@");
  return kind === "mongouser" && database !== undefined ? `user ${user} of database ${database}` : `${kind} ${name}`;
};

const wayOf = (call: ToolCall): PhraseName =>
  call.name === "run_on_node" ? "machine" : (WAYS.find(({ of }) => of.test(commandOf(call)))?.way ?? "change");

const WAYS: readonly { readonly of: RegExp; readonly way: PhraseName }[] = [
  { of: /^(get|describe|logs|top|rollout (history|status))\b/, way: "readFirst" },
  { of: /^wait$/, way: "settle" },
  { of: /^rollout undo\b/, way: "undo" },
  { of: /^(rollout restart|delete pods?)\b/, way: "takeUp" },
  { of: /^delete\b/, way: "remove" },
  { of: /^(apply|create|replace|expose|run)\b/, way: "write" },
  { of: /^scale\b/, way: "size" },
  { of: /^exec\b/, way: "inside" },
];

/** A value that a call writes, and the last look that showed it. Values are told from words by a digit or a mark in them. */
const sourceOf = (call: ToolCall, known: string, notes: readonly Note[]): { readonly value: string; readonly look: string } | undefined => {
  const command = commandOf(call);
  const target = /^\w+(?: \w+)? (\S+\/\S+)/.exec(command)?.[1];
  for (const value of command.match(/[\w@%][\w./:@%-]{2,}[\w%]/g) ?? []) {
    if (value === target || value.includes("--") || !/\d|[:.]/.test(value) || known.includes(value)) continue;
    const note = notes.findLast(({ call: look, content }) => content.includes(value) && !commandOf(look).includes(value));
    if (note !== undefined) return { value, look: shorten(commandOf(note.call)) };
  }
  return undefined;
};

/** A command without the form of its output. */
const shorten = (command: string): string => command.replace(/ -o .*$/, "").slice(0, 80);
