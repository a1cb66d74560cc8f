import { FUNCTION_NAMES } from "./functions.ts";
import { type Node, type Operand, type Pipe, type Template, TemplateError } from "./nodes.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** Parses the common part of Go's text/template. Throws TemplateError. */
export const parseTemplate = (text: string): Template => {
  const state: State = { tokens: tokensOf(text), at: 0, defined: new Map(), scopes: [new Set(["$"])] };
  const { nodes, end } = parseList(state);
  if (end !== undefined) throw problem(end, `unexpected {{${end.text}}}`);
  return { nodes, defined: state.defined, text };
};

interface State {
  readonly tokens: readonly Token[];
  at: number;
  readonly defined: Map<string, readonly Node[]>;
  readonly scopes: Set<string>[];
}

const problem = ({ line }: Pick<Token, "line">, message: string): TemplateError =>
  new TemplateError(`template: output:${line}: ${message}`);

const peek = (state: State): Token => state.tokens[state.at] as Token;
const take = (state: State): Token => state.tokens[state.at++] as Token;

interface List {
  readonly nodes: readonly Node[];
  /** Token `end` or `else`; undefined at the end of the text. */
  readonly end: Token | undefined;
}

const parseList = (state: State): List => {
  const nodes: Node[] = [];
  for (;;) {
    const token = take(state);
    if (token.kind === "eof") return { nodes, end: undefined };
    if (token.kind === "text") {
      nodes.push({ kind: "text", text: token.text });
      continue;
    }
    const word = peek(state);
    if (word.kind === "word" && (word.text === "end" || word.text === "else")) {
      take(state);
      return { nodes, end: word };
    }
    const node = parseAction(state);
    if (node !== undefined) nodes.push(node);
  }
};

const parseAction = (state: State): Node | undefined => {
  const word = peek(state);
  if (word.kind === "close") throw problem(word, "missing value for command");
  if (word.kind !== "word") return printNode(state);
  switch (word.text) {
    case "if":
    case "with":
    case "range":
      take(state);
      return parseBlock(state, word.text);
    case "template":
      take(state);
      return parseCall(state);
    case "define":
    case "block":
      take(state);
      return parseDefinition(state, word.text);
    case "break":
    case "continue":
      take(state);
      close(state);
      return { kind: word.text };
    default:
      return printNode(state);
  }
};

const printNode = (state: State): Node | undefined => {
  const pipe = parsePipe(state);
  close(state);
  return { kind: "print", pipe };
};

const close = (state: State): void => {
  const token = take(state);
  if (token.kind !== "close") throw problem(token, `unexpected ${describe(token)} in command`);
};

const describe = (token: Token): string => (token.kind === "eof" ? "EOF" : JSON.stringify(token.text));

const parseBlock = (state: State, kind: "if" | "with" | "range"): Node => {
  state.scopes.push(new Set());
  const pipe = parsePipe(state);
  close(state);
  const { nodes: body, end } = parseList(state);
  let otherwise: readonly Node[] = [];
  if (end === undefined) throw problem(peekLast(state), "unexpected EOF");
  if (end.text === "end") close(state);
  else {
    const next = peek(state);
    if (next.kind === "word" && next.text === kind && kind !== "range") {
      take(state);
      otherwise = [parseBlock(state, kind)];
    } else {
      close(state);
      const rest = parseList(state);
      if (rest.end === undefined) throw problem(peekLast(state), "unexpected EOF");
      if (rest.end.text !== "end") throw problem(rest.end, "expected end; found {{else}}");
      close(state);
      otherwise = rest.nodes;
    }
  }
  state.scopes.pop();
  return { kind, pipe, body, otherwise };
};

const peekLast = (state: State): Token => state.tokens.at(-1) as Token;

const parseCall = (state: State): Node => {
  const name = take(state);
  if (name.kind !== "string") throw problem(name, `unexpected ${describe(name)} in template clause`);
  const pipe = peek(state).kind === "close" ? undefined : parsePipe(state);
  close(state);
  return { kind: "template", name: String(name.value), pipe };
};

const parseDefinition = (state: State, kind: "define" | "block"): Node | undefined => {
  const name = take(state);
  if (name.kind !== "string") throw problem(name, `unexpected ${describe(name)} in ${kind} clause`);
  const pipe = kind === "block" ? parsePipe(state) : undefined;
  close(state);
  const { nodes, end } = parseList(state);
  if (end?.text !== "end") throw problem(end ?? peekLast(state), "unexpected EOF");
  close(state);
  state.defined.set(String(name.value), nodes);
  return kind === "block" ? { kind: "template", name: String(name.value), pipe } : undefined;
};

const parsePipe = (state: State): Pipe => {
  const first = peek(state);
  const { variables, declares } = parseVariables(state);
  const commands: (readonly Operand[])[] = [];
  for (;;) {
    commands.push(parseCommand(state));
    if (peek(state).kind !== "pipe") break;
    take(state);
  }
  for (const name of variables) if (declares) (state.scopes.at(-1) as Set<string>).add(name);
  const source = commands.map((words) => words.map((word) => word.source).join(" ")).join(" | ");
  return { variables, declares, commands, source, at: first.column };
};

/** Parses `$x :=`, `$i, $x :=` or `$x =`. */
const parseVariables = (state: State): { readonly variables: readonly string[]; readonly declares: boolean } => {
  const start = state.at;
  const variables: string[] = [];
  while (peek(state).kind === "variable") {
    variables.push(take(state).text);
    const next = take(state);
    if (next.kind === "comma" && variables.length === 1) continue;
    if (next.kind === "declare" || next.kind === "assign") return { variables, declares: next.kind === "declare" };
    break;
  }
  state.at = start;
  return { variables: [], declares: false };
};

const ENDS = new Set(["close", "pipe", "right"]);

const parseCommand = (state: State): readonly Operand[] => {
  const words: Operand[] = [];
  while (!ENDS.has(peek(state).kind)) words.push(parseOperand(state));
  if (words.length === 0) throw problem(peek(state), "missing value for command");
  return words;
};

const parseOperand = (state: State): Operand => {
  const token = take(state);
  switch (token.kind) {
    case "field":
      return { kind: "field", names: fieldNames(token.text), source: token.text };
    case "variable": {
      const [name, ...names] = token.text.split(".") as [string, ...string[]];
      if (!state.scopes.some((scope) => scope.has(name))) throw problem(token, `undefined variable ${JSON.stringify(name)}`);
      return { kind: "variable", name, names, source: token.text };
    }
    case "string":
    case "number":
      return { kind: "value", value: token.value, source: token.text };
    case "left": {
      const pipe = parsePipe(state);
      const right = take(state);
      if (right.kind !== "right") throw problem(right, `unclosed left paren`);
      const chain = peek(state).kind === "field" && !peek(state).spaceBefore ? fieldNames(take(state).text) : [];
      return { kind: "pipe", pipe, names: chain, source: `(${pipe.source})` };
    }
    case "word":
      return parseWord(token);
    default:
      throw problem(token, `unexpected ${describe(token)} in operand`);
  }
};

const parseWord = (token: Token): Operand => {
  if (token.text === "true" || token.text === "false") return { kind: "value", value: token.text === "true", source: token.text };
  if (token.text === "nil") return { kind: "value", value: undefined, source: "nil" };
  if (!FUNCTION_NAMES.has(token.text)) throw problem(token, `function ${JSON.stringify(token.text)} not defined`);
  return { kind: "call", name: token.text, source: token.text };
};

const fieldNames = (text: string): readonly string[] => text.split(".").filter((name) => name !== "");
