import { parseRegex, type RegexNode } from "./regex-syntax.ts";

/**
 * Compiles a regular expression of RE2's syntax to a test that takes linear time, as RE2's does.
 *
 * Simple expressions run on the engine of the language; those on which that could backtrack without bound run on a simulated automaton.
 * @throws Error `error parsing regexp: …`
 */
export const compileRegex = (pattern: string): ((text: string) => boolean) => {
  const node = parseOrExplain(pattern);
  return isHarmless(node) ? nativeTest(node) : automatonTest(node);
};

/** The same expression for searching and replacing with groups; refused when it could backtrack without bound. */
export const compileForCapture = (pattern: string): RegExp => {
  const node = parseOrExplain(pattern);
  if (!isHarmless(node)) throw new Error(`error parsing regexp: expression nests too deeply: \`${pattern}\``);
  return new RegExp(render(node));
};

const parseOrExplain = (pattern: string): RegexNode => {
  try {
    return parseRegex(pattern, true);
  } catch (cause) {
    throw new Error(`error parsing regexp: ${(cause as Error).message}`);
  }
};

/** Open-ended repeats that backtracking can stand: few, and none inside another. */
const OPEN_REPEATS_MAX = 2;

const isHarmless = (node: RegexNode): boolean => {
  const { open, nested } = measure(node);
  return !nested && open <= OPEN_REPEATS_MAX;
};

const measure = (node: RegexNode): { readonly open: number; readonly nested: boolean; readonly repeats: boolean } => {
  switch (node.kind) {
    case "concat":
    case "alternate": {
      const parts = node.items.map(measure);
      return {
        open: parts.reduce((sum, part) => sum + part.open, 0),
        nested: parts.some((part) => part.nested),
        repeats: parts.some((part) => part.repeats),
      };
    }
    case "group":
      return measure(node.item);
    case "repeat": {
      const inner = measure(node.item);
      const isOpen = node.max > SMALL_REPEAT;
      return {
        open: inner.open + (isOpen ? 1 : 0),
        nested: inner.nested || (inner.repeats && node.max > 1),
        repeats: isOpen || inner.repeats,
      };
    }
    default:
      return { open: 0, nested: false, repeats: false };
  }
};

const SMALL_REPEAT = 4;

const nativeTest = (node: RegexNode): ((text: string) => boolean) => {
  const regex = new RegExp(render(node));
  return (text) => regex.test(text);
};

/** Renders as a JavaScript expression with the same meaning. */
const render = (node: RegexNode): string => {
  switch (node.kind) {
    case "empty":
      return "(?:)";
    case "set":
      return renderSet(node.ranges);
    case "assert":
      return RENDERED_ASSERTS[node.what];
    case "concat":
      return node.items.map(render).join("");
    case "alternate":
      return `(?:${node.items.map(render).join("|")})`;
    case "group":
      return node.capturing ? `(${node.name === undefined ? "" : `?<${node.name}>`}${render(node.item)})` : `(?:${render(node.item)})`;
    case "repeat":
      return `(?:${render(node.item)})${renderBounds(node.min, node.max)}${node.greedy ? "" : "?"}`;
  }
};

const RENDERED_ASSERTS = {
  start: "^",
  end: "$",
  "line-start": "(?<![^\\n])",
  "line-end": "(?![^\\n])",
  word: "\\b",
  "not-word": "\\B",
} as const;

const renderBounds = (min: number, max: number): string => {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  return min === 0 && max === 1 ? "?" : `{${min},${max}}`;
};

const renderSet = (ranges: readonly (readonly [number, number])[]): string =>
  ranges.length === 0 ? "[^\\s\\S]" : `[${ranges.map(([from, to]) => (from === to ? unit(from) : `${unit(from)}-${unit(to)}`)).join("")}]`;

const unit = (code: number): string => `\\u${Math.min(code, 0xffff).toString(16).padStart(4, "0")}`;

type Instruction =
  | { readonly op: "set"; readonly node: Extract<RegexNode, { kind: "set" }> }
  | { readonly op: "assert"; readonly what: Extract<RegexNode, { kind: "assert" }>["what"] }
  | { readonly op: "split"; readonly to: readonly number[] }
  | { readonly op: "match" };

const PROGRAM_MAX = 20_000;

/** Thompson's simulation: all states at once, one pass over the text. */
const automatonTest = (root: RegexNode): ((text: string) => boolean) => {
  const program: Instruction[] = [];
  emit(program, root);
  program.push({ op: "match" });
  return (text) => {
    let current = new Set<number>();
    for (let at = 0; at <= text.length; at++) {
      addThread(program, current, 0, text, at);
      const code = text.charCodeAt(at);
      const next = new Set<number>();
      for (const pc of current) {
        const step = program[pc] as Instruction;
        if (step.op === "match") return true;
        if (step.op === "set" && at < text.length && step.node.ranges.some(([from, to]) => code >= from && code <= to))
          addThread(program, next, pc + 1, text, at + 1);
      }
      current = next;
    }
    return false;
  };
};

const addThread = (program: readonly Instruction[], threads: Set<number>, start: number, text: string, at: number): void => {
  const stack = [start];
  for (let pc = stack.pop(); pc !== undefined; pc = stack.pop()) {
    if (threads.has(pc)) continue;
    threads.add(pc);
    const step = program[pc] as Instruction;
    if (step.op === "split") stack.push(...step.to);
    if (step.op === "assert" && holds(step.what, text, at)) stack.push(pc + 1);
  }
};

const holds = (what: Extract<RegexNode, { kind: "assert" }>["what"], text: string, at: number): boolean => {
  const wordEdge = isWordUnit(text, at - 1) !== isWordUnit(text, at);
  switch (what) {
    case "start":
      return at === 0;
    case "end":
      return at === text.length;
    case "line-start":
      return at === 0 || text[at - 1] === "\n";
    case "line-end":
      return at === text.length || text[at] === "\n";
    case "word":
      return wordEdge;
    case "not-word":
      return !wordEdge;
  }
};

const isWordUnit = (text: string, at: number): boolean => /\w/.test(text[at] ?? " ");

const emit = (program: Instruction[], node: RegexNode): void => {
  if (program.length > PROGRAM_MAX) throw new Error("error parsing regexp: expression too large");
  switch (node.kind) {
    case "empty":
      return;
    case "set":
      program.push({ op: "set", node });
      return;
    case "assert":
      program.push({ op: "assert", what: node.what });
      return;
    case "concat":
      for (const item of node.items) emit(program, item);
      return;
    case "alternate":
      emitAlternate(program, node.items);
      return;
    case "group":
      emit(program, node.item);
      return;
    case "repeat":
      emitRepeat(program, node);
      return;
  }
};

const emitAlternate = (program: Instruction[], items: readonly RegexNode[]): void => {
  const split = program.push({ op: "split", to: [] }) - 1;
  const starts: number[] = [];
  const ends: number[] = [];
  for (const item of items) {
    starts.push(program.length);
    emit(program, item);
    ends.push(program.push({ op: "split", to: [] }) - 1);
  }
  program[split] = { op: "split", to: starts };
  for (const end of ends) program[end] = { op: "split", to: [program.length] };
};

const emitRepeat = (program: Instruction[], node: Extract<RegexNode, { kind: "repeat" }>): void => {
  for (let i = 0; i < node.min; i++) emit(program, node.item);
  if (node.max === Number.POSITIVE_INFINITY) {
    const split = program.push({ op: "split", to: [] }) - 1;
    emit(program, node.item);
    program.push({ op: "split", to: [split] });
    program[split] = { op: "split", to: [split + 1, program.length] };
    return;
  }
  const splits: number[] = [];
  for (let i = node.min; i < node.max; i++) {
    splits.push(program.push({ op: "split", to: [] }) - 1);
    emit(program, node.item);
  }
  for (const split of splits) program[split] = { op: "split", to: [split + 1, program.length] };
};
