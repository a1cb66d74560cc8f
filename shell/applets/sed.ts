import { charge, chargeText, STEP_UNITS } from "#core/work-budget.ts";
import type { Applet, AppletResult } from "../interpreter/applet-call.ts";
import { replaceMatches } from "../language/replace-matches.ts";
import { linesOf } from "./lines-of.ts";
import { readOptions } from "./options.ts";
import { type Address, parseSed, type SedCommand } from "./parse-sed.ts";

/** `sed` with addresses and the commands s, y, p, d, q, a, i, c, n, = and blocks. */
export const sed: Applet = (call) => {
  const suffix = call.args.map((arg) => /^-i(.+)/.exec(arg)?.[1]).find((text) => text !== undefined);
  const args = call.args.map((arg) => (/^-i./.test(arg) ? "-i" : arg));
  const { rest, has, values } = readOptions(args, "nrEie:f:sz");
  const scripts = values("e");
  const [script, ...others] = scripts.length > 0 ? [scripts.join("\n"), ...rest] : rest;
  if (script === undefined) return call.fail("no script specified");
  const commands = parseSed(script, has("r") || has("E"));
  if (typeof commands === "string") return call.fail(commands);
  if (has("i")) {
    let status = 0;
    for (const path of others) {
      const content = call.machine.fs.read(call.path(path));
      if (!content.ok) {
        call.err(`sed: ${path}: ${content.error}\n`);
        status = 1;
        continue;
      }
      if (suffix !== undefined) call.machine.fs.write(call.path(`${path}${suffix}`), content.bytes);
      call.machine.fs.write(call.path(path), run(commands, content.bytes, has("n")).text);
    }
    return status;
  }
  const edit = (bytes: string, failures: number): AppletResult => {
    call.out(run(commands, bytes, has("n")).text);
    return failures > 0 ? 1 : 0;
  };
  // One that leaves early does not care for what would come.
  const editBeginning = (bytes: string): AppletResult => {
    const { text, isQuitting } = run(commands, bytes, has("n"));
    if (!isQuitting) return call.fail("out of memory");
    call.out(text);
    return 0;
  };
  return call.withFiles(others, edit, editBeginning);
};

interface SedState {
  readonly lines: readonly string[];
  index: number;
  pattern: string;
  hold: string;
  output: string;
  after: string;
  isDeleted: boolean;
  isQuitting: boolean;
  readonly quiet: boolean;
  /** Ranges that are open, by command. */
  readonly open: Map<SedCommand, number>;
}

const run = (commands: readonly SedCommand[], bytes: string, quiet: boolean): { readonly text: string; readonly isQuitting: boolean } => {
  const lines = linesOf(bytes);
  const state: SedState = {
    lines,
    index: 0,
    pattern: "",
    hold: "",
    output: "",
    after: "",
    isDeleted: false,
    isQuitting: false,
    quiet,
    open: new Map(),
  };
  for (; state.index < lines.length && !state.isQuitting; state.index++) {
    state.pattern = lines[state.index] as string;
    state.isDeleted = false;
    state.after = "";
    apply(commands, state);
    if (!state.isDeleted && !quiet) print(state, state.pattern);
    chargeText(state.after.length);
    state.output += state.after;
  }
  const isOpen = bytes !== "" && !bytes.endsWith("\n") && state.output.endsWith("\n");
  return { text: isOpen ? state.output.slice(0, -1) : state.output, isQuitting: state.isQuitting };
};

const apply = (commands: readonly SedCommand[], state: SedState): void => {
  for (const command of commands) {
    if (state.isDeleted || state.isQuitting) return;
    charge(STEP_UNITS);
    if (isSelected(command, state) === command.negated) continue;
    if (command.block !== undefined) apply(command.block, state);
    else (ACTIONS[command.name] as (command: SedCommand, state: SedState) => void)(command, state);
  }
};

const isAt = (address: Address, { index, lines, pattern }: SedState): boolean => {
  if (address.kind === "line") return index + 1 === address.number;
  return address.kind === "last" ? index === lines.length - 1 : address.expression.test(pattern);
};

const isSelected = (command: SedCommand, state: SedState): boolean => {
  const { from, to } = command;
  if (from === undefined) return true;
  if (to === undefined) return isAt(from, state);
  const openedAt = state.open.get(command);
  if (openedAt === undefined) {
    if (!isAt(from, state)) return false;
    const isOver = (to.kind === "line" && to.number <= state.index + 1) || (to.kind === "count" && to.number === 0);
    if (!isOver) state.open.set(command, state.index);
    return true;
  }
  if (to.kind === "count" ? state.index >= openedAt + to.number : isAt(to, state)) state.open.delete(command);
  return true;
};

const ACTIONS: Readonly<Record<string, (command: SedCommand, state: SedState) => void>> = {
  p: (_command, state) => print(state, state.pattern),
  P: (_command, state) => print(state, state.pattern.slice(0, `${state.pattern}\n`.indexOf("\n"))),
  d: (_command, state) => {
    state.isDeleted = true;
  },
  D: (_command, state) => {
    state.isDeleted = true;
  },
  q: (_command, state) => {
    state.isQuitting = true;
  },
  l: (_command, state) => print(state, `${state.pattern}$`),
  "=": (_command, state) => {
    state.output += `${state.index + 1}\n`;
  },
  a: ({ text = "" }, state) => {
    chargeText(state.after.length + text.length);
    state.after += `${text}\n`;
  },
  i: ({ text = "" }, state) => print(state, text),
  c: ({ text = "" }, state) => {
    print(state, text);
    state.isDeleted = true;
  },
  g: (_command, state) => {
    state.pattern = state.hold;
  },
  G: (_command, state) => {
    chargeText(state.pattern.length + state.hold.length);
    state.pattern += `\n${state.hold}`;
  },
  h: (_command, state) => {
    state.hold = state.pattern;
  },
  H: (_command, state) => {
    chargeText(state.pattern.length + state.hold.length);
    state.hold += `\n${state.pattern}`;
  },
  x: (_command, state) => {
    [state.pattern, state.hold] = [state.hold, state.pattern];
  },
  n: (_command, state) => {
    if (!state.quiet) print(state, state.pattern);
    if (state.index + 1 >= state.lines.length) {
      state.isDeleted = true;
      state.isQuitting = true;
    } else state.pattern = state.lines[++state.index] as string;
  },
  N: (_command, state) => {
    if (state.index + 1 >= state.lines.length) return;
    const line = state.lines[++state.index] as string;
    chargeText(state.pattern.length + line.length);
    state.pattern += `\n${line}`;
  },
  y: ({ text = "", replacement = "" }, state) => {
    charge(state.pattern.length * (1 + text.length));
    const swapped = [...state.pattern].map((character) =>
      text.includes(character) ? (replacement[text.indexOf(character)] ?? character) : character,
    );
    state.pattern = swapped.join("");
  },
  s: substitute,
};

function substitute({ expression, by = [], flags = "" }: SedCommand, state: SedState): void {
  const first = Number(/\d+/.exec(flags)?.[0] ?? "1");
  const { text, count } = replaceMatches(expression as RegExp, state.pattern, { by, first, areAll: flags.includes("g") });
  state.pattern = text;
  if (count > 0 && flags.includes("p")) print(state, text);
}

function print(state: SedState, text: string): void {
  chargeText(text.length);
  state.output += `${text}\n`;
}
