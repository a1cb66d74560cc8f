import type { ToolCall } from "#core/tool-call.ts";
import { isLook } from "../is-look.ts";

/**
 * Values that a call writes, and that nobody knows who has not seen them: names, images, paths, ports, addresses, keys.
 *
 * A call that reads writes none. Words of kubectl and fields of Kubernetes are known to whoever uses them, and flags hold what one
 * chooses, such as a generous limit. Of a text of many words each word counts, and of an address its
 * name and its port.
 */
export const valuesOf = (call: ToolCall): readonly string[] => {
  const { command = "", stdin = "" } = call.arguments as { readonly command?: string; readonly stdin?: string };
  if (call.name !== "kubectl" || isLook(call)) return [];
  const { documents, rest } = splitJson(command.replace(/ -l \S+/, ""));
  const texts = [
    ...[...documents, parsed(stdin)].flatMap(leavesOf),
    ...rest
      .split(/[\s'"]+/)
      .flatMap(pairsOf)
      .flatMap(assignedValues),
  ];
  const values = texts.flatMap((text) => (/\s/.test(text) ? text.split(/[\s"',:{}[\]]+/) : text.split(/:(?=\d+$)/)));
  return [...new Set(values)].filter((value) => !isKnown(value));
};

/** Takes the quoted JSON documents out of a command line. */
const splitJson = (text: string): { readonly documents: readonly unknown[]; readonly rest: string } => {
  const documents: unknown[] = [];
  const rest = text.replace(/'([{[][\s\S]*?[}\]])'(?=\s|$)/g, (whole, json: string) => {
    const document = parsed(json);
    if (document === undefined) return whole;
    documents.push(document);
    return " ";
  });
  return { documents, rest };
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** Fields by which a manifest says what it is, what one notes on it, and how generous one is. */
const CHOSEN: ReadonlySet<string> = new Set(["apiVersion", "kind", "annotations", "labels", "hard", "rollingUpdate"]);

/** Values of all fields, but for names that one gives to ports, and for the operations and paths of a JSON patch and the directives of a strategic one. */
const leavesOf = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [`${value}`];
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (value === null || typeof value !== "object") return [];
  const isOperation = "op" in value;
  const isPort = "port" in value;
  return Object.entries(value).flatMap(([field, leaf]) =>
    field.startsWith("$") || CHOSEN.has(field) || (isPort && field === "name") || (isOperation && field !== "value") ? [] : leavesOf(leaf),
  );
};

/** Pairs of a selector such as `app=geo,track=stable`; what is none stays whole. */
const pairsOf = (word: string): readonly string[] => word.split(/,(?=[\w./-]+=)/);

/** Value of `key=value`, of a taint without its effect. */
const assignedValues = (word: string): readonly string[] => {
  const value = /^[^-][^=]*=(.+?)(?::No(?:Schedule|Execute)-?)?$/.exec(word)?.[1];
  return value === undefined ? [] : [value];
};

/** Digits, which anything shows, and words of the reference such as `RollingUpdate`. */
const isKnown = (value: string): boolean => /^\d?$|^(true|false|null)$|^[A-Z][A-Za-z]+$/.test(value);
