import { parseScript } from "#shell/language/parse-script.ts";
import type { Node, Word } from "#shell/language/syntax.ts";
import { fromBytes } from "#shell/machine/bytes.ts";

/** A simple command of a script. */
export interface ScriptCommand {
  /** Its words; undefined in the place of one that is known only when it runs. */
  readonly words: readonly (string | undefined)[];
  readonly isBehindPipe: boolean;
}

/** Lists the simple commands of a script, those of its substitutions included. */
export const commandsOf = (node: Node, isBehindPipe = false): readonly ScriptCommand[] => {
  switch (node.kind) {
    case "simple": {
      const inner = [...node.words, ...node.assignments.map(({ value }) => value), ...node.redirects.map(({ target }) => target)];
      return [{ words: node.words.map(literal), isBehindPipe }, ...inner.flatMap(substitutedIn)];
    }
    case "pipeline":
      return node.stages.flatMap((stage, at) => commandsOf(stage, at > 0));
    case "and-or":
      return [node.left, node.right].flatMap((part) => commandsOf(part, isBehindPipe));
    case "list":
      return node.items.flatMap((item) => commandsOf(item.node, isBehindPipe));
    case "if":
      return [node.condition, node.then, ...(node.otherwise === undefined ? [] : [node.otherwise])].flatMap((part) => commandsOf(part));
    case "loop":
      return [node.condition, node.body].flatMap((part) => commandsOf(part));
    case "for":
      return [...(node.words ?? []).flatMap(substitutedIn), ...commandsOf(node.body)];
    case "case":
      return [...substitutedIn(node.word), ...node.arms.flatMap(({ body }) => commandsOf(body))];
    default:
      return commandsOf(node.body);
  }
};

/** Lists the names of the functions that a script defines. */
export const functionsOf = (node: Node): readonly string[] => {
  if (node.kind === "function") return [node.name, ...functionsOf(node.body)];
  if (node.kind === "list") return node.items.flatMap((item) => functionsOf(item.node));
  return node.kind === "and-or" ? [node.left, node.right].flatMap(functionsOf) : [];
};

/** True where a part of a script is to run in the background. */
export const hasBackground = (node: Node): boolean => {
  switch (node.kind) {
    case "simple":
      return false;
    case "pipeline":
      return node.stages.some(hasBackground);
    case "and-or":
      return hasBackground(node.left) || hasBackground(node.right);
    case "list":
      return node.items.some((item) => item.inBackground || hasBackground(item.node));
    case "if":
      return [node.condition, node.then, node.otherwise].some((part) => part !== undefined && hasBackground(part));
    case "loop":
      return hasBackground(node.condition) || hasBackground(node.body);
    case "case":
      return node.arms.some(({ body }) => hasBackground(body));
    default:
      return hasBackground(node.body);
  }
};

const literal = (word: Word): string | undefined =>
  word.every(({ kind }) => kind === "text") ? fromBytes(word.map((part) => (part.kind === "text" ? part.text : "")).join("")) : undefined;

const substitutedIn = (word: Word): readonly ScriptCommand[] =>
  word.flatMap((part) => {
    if (part.kind !== "command") return [];
    const parsed = parseScript(part.script);
    return parsed.ok ? commandsOf(parsed.node) : [];
  });
