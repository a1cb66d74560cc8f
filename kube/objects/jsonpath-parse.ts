/** A parsed JSONPath template: actions in braces with text between them. */
export type PathNode =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly value: number | boolean }
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "wildcard" | "recursive" }
  | {
      readonly kind: "slice";
      readonly from: number | undefined;
      readonly to: number | undefined;
      readonly step: number | undefined;
      readonly single: boolean;
    }
  | { readonly kind: "filter"; readonly left: PathAction; readonly operator: string; readonly right: PathAction }
  | { readonly kind: "union"; readonly members: readonly PathAction[] }
  | { readonly kind: "range" | "end" }
  | { readonly kind: "unknown"; readonly name: string };

/** Content of one pair of braces. */
export type PathAction = readonly PathNode[];

/** A template is a list of actions; literal text is an action of one node. */
export type PathTemplate = readonly PathAction[];

/** Error of a template that cannot be parsed, in kubectl's words. */
export class JsonPathError extends Error {
  override readonly name = "JsonPathError";
}

/**
 * Parses the JSONPath dialect of kubectl.
 *
 * @throws JsonPathError
 * @see https://kubernetes.io/docs/reference/kubectl/jsonpath/
 */
export const parseJsonPath = (text: string): PathTemplate => {
  const template: PathAction[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("{", at);
    if (open === -1 || open > at) template.push([{ kind: "text", text: text.slice(at, open === -1 ? text.length : open) }]);
    if (open === -1) break;
    const cursor: Cursor = { text, at: open + 1 };
    template.push(parseAction(cursor));
    at = cursor.at;
  }
  return template;
};

interface Cursor {
  readonly text: string;
  at: number;
}

/** Parses up to and including the closing brace. */
const parseAction = (cursor: Cursor): PathNode[] => {
  const nodes: PathNode[] = [];
  for (;;) {
    const rest = cursor.text.slice(cursor.at, cursor.at + 3);
    const char = rest[0];
    if (char === "}") {
      cursor.at++;
      return nodes;
    }
    if (char === undefined || char === "\n" || char === "\r") throw new JsonPathError("unclosed action");
    if (rest === "[?(") nodes.push(parseFilter(cursor));
    else if (rest.startsWith("..")) parseRecursive(cursor, nodes);
    else if (char === " " || char === "@" || char === "$") cursor.at++;
    else if (char === "[") nodes.push(...parseBracket(cursor));
    else if (char === '"' || char === "'") nodes.push({ kind: "text", text: parseQuoted(cursor, char) });
    else if (char === ".") nodes.push(parseField(cursor));
    else if (/[-+\d]/.test(char)) nodes.push(parseNumber(cursor));
    else if (/[\p{L}_]/u.test(char)) nodes.push(parseIdentifier(cursor));
    else
      throw new JsonPathError(
        `unrecognized character in action: U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")} '${char}'`,
      );
  }
};

const TERMINATOR = /[\s.,[\]$@{}]/;

const parseRecursive = (cursor: Cursor, nodes: PathNode[]): void => {
  if (nodes.at(-1)?.kind === "recursive") throw new JsonPathError("invalid multiple recursive descent");
  cursor.at += 2;
  nodes.push({ kind: "recursive" });
  if (/[\p{L}\d_]/u.test(cursor.text[cursor.at] ?? "")) nodes.push(fieldNode(scanWord(cursor)));
};

const parseField = (cursor: Cursor): PathNode => {
  cursor.at++;
  return fieldNode(scanWord(cursor));
};

const fieldNode = (name: string): PathNode => (name === "*" ? { kind: "wildcard" } : { kind: "field", name: name.replaceAll("\\", "") });

const scanWord = (cursor: Cursor): string => {
  const start = cursor.at;
  while (cursor.at < cursor.text.length) {
    const char = cursor.text[cursor.at] as string;
    if (char === "\\") cursor.at++;
    else if (TERMINATOR.test(char)) break;
    cursor.at++;
  }
  return cursor.text.slice(start, cursor.at);
};

const parseIdentifier = (cursor: Cursor): PathNode => {
  const name = scanWord(cursor);
  if (name === "true" || name === "false") return { kind: "value", value: name === "true" };
  return name === "range" || name === "end" ? { kind: name } : { kind: "unknown", name };
};

const parseNumber = (cursor: Cursor): PathNode => {
  const match = /^[-+]?[\d.]*/.exec(cursor.text.slice(cursor.at)) as RegExpExecArray;
  cursor.at += match[0].length;
  const value = Number(match[0]);
  if (match[0] === "" || Number.isNaN(value)) throw new JsonPathError(`cannot parse number ${match[0]}`);
  return { kind: "value", value };
};

const parseQuoted = (cursor: Cursor, quote: string): string => {
  const start = ++cursor.at;
  for (; ; cursor.at++) {
    const char = cursor.text[cursor.at];
    if (char === undefined || char === "\n") throw new JsonPathError("unterminated quoted string");
    if (char === quote && cursor.text[cursor.at - 1] !== "\\") break;
  }
  return unescapeText(cursor.text.slice(start, cursor.at++));
};

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

const unescapeText = (text: string): string =>
  text.replace(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/g, (whole, code: string) =>
    code.length > 1 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (ESCAPES[code] ?? whole),
  );

const DICT_KEY = /^'([^']*)'$/;
const SLICE = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/;

const parseBracket = (cursor: Cursor): readonly PathNode[] => {
  const close = cursor.text.indexOf("]", cursor.at);
  if (close === -1 || cursor.text.slice(cursor.at, close).includes("\n")) throw new JsonPathError("unterminated array");
  const text = cursor.text.slice(cursor.at + 1, close);
  cursor.at = close + 1;
  const members = text.split(",");
  if (members.length > 1) return [{ kind: "union", members: members.map((member) => actionOf(`[${member.trim()}]`)) }];
  const key = DICT_KEY.exec(text);
  return key === null ? [parseSlice(text === "*" ? ":" : text)] : actionOf(`.${key[1]}`);
};

const parseSlice = (text: string): PathNode => {
  const match = SLICE.exec(text);
  if (match === null || text === "") throw new JsonPathError(`invalid array index ${text}`);
  const number = (part: string | undefined): number | undefined =>
    part === undefined || part === "" || part === ":" ? undefined : Number(part.replace(":", ""));
  const from = number(match[1]);
  const single = match[2] === undefined;
  return { kind: "slice", from, to: single ? (from ?? 0) + 1 : number(match[2]), step: number(match[3]), single };
};

const parseFilter = (cursor: Cursor): PathNode => {
  const start = cursor.at + 3;
  let quote: string | undefined;
  let end = start;
  for (; ; end++) {
    const char = cursor.text[end];
    if (char === undefined || char === "\n") throw new JsonPathError("unterminated filter");
    if (quote === undefined && (char === '"' || char === "'")) quote = char;
    else if (char === quote && cursor.text[end - 1] !== "\\") quote = undefined;
    else if (char === ")" && quote === undefined) break;
  }
  if (cursor.text[end + 1] !== "]") throw new JsonPathError("unclosed array expect ]");
  cursor.at = end + 2;
  const text = cursor.text.slice(start, end);
  const match = /^([^!<>=]+)([!<>=]+)(.+?)$/.exec(text);
  if (match === null) return { kind: "filter", left: actionOf(text), operator: "exists", right: [] };
  return { kind: "filter", left: actionOf(match[1] as string), operator: match[2] as string, right: actionOf(match[3] as string) };
};

const actionOf = (text: string): PathNode[] => parseAction({ text: `${text}}`, at: 0 });
