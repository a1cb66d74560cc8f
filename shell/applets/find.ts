import type { Applet, AppletCall, AppletResult } from "../interpreter/applet-call.ts";
import { type Action, FIND_TESTS, FindError, type Found, type Search } from "./find-tests.ts";

/** `find`. */
export const find: Applet = (call) => {
  if (call.state !== undefined) return runNext(call, call.state as Running);
  const at = call.args.findIndex((arg) => /^[-!(]./.test(arg) || arg === "!" || arg === "(");
  const roots = at < 0 ? call.args : call.args.slice(0, at);
  try {
    const reader = new ConditionReader(call, at < 0 ? [] : call.args.slice(at));
    const action = reader.whole();
    const search: Search = { call, output: "", commands: [], isPruned: false, isOver: false };
    let status = 0;
    for (const root of roots.length === 0 ? ["."] : roots) {
      const info = call.machine.fs.stat(call.path(root), reader.follows);
      if (info === undefined) status = call.fail(`${root}: No such file or directory`);
      else walk(search, { path: root, full: call.path(root), info }, 0, { action, ...reader.limits, follows: reader.follows });
    }
    for (const { words, paths } of reader.collected)
      if (paths.length > 0) search.commands.push(words.flatMap((word) => (word === "{}" ? paths : [word])));
    call.out(search.output);
    return runNext(call, { commands: search.commands, at: 0, pid: undefined, status });
  } catch (error) {
    if (error instanceof FindError) return call.fail(error.message);
    throw error;
  }
};

interface Running {
  readonly commands: readonly (readonly string[])[];
  readonly at: number;
  readonly pid: number | undefined;
  readonly status: number;
}

/** One command after the other. */
const runNext = (call: AppletCall, { commands, at, pid, status }: Running): AppletResult => {
  const ended = pid === undefined ? undefined : call.machine.reap(pid);
  if (pid !== undefined && ended === undefined) return { wait: { on: "child" }, state: { commands, at, pid, status } };
  const words = commands[at];
  if (words === undefined) return status;
  return { wait: { on: "child" }, state: { commands, at: at + 1, pid: call.start(words), status } };
};

interface Walk {
  readonly action: Action;
  readonly deepest: number;
  readonly shallowest: number;
  readonly isFromBelow: boolean;
  readonly follows: boolean;
}

const walk = (search: Search, found: Found, depth: number, how: Walk): void => {
  const { fs } = search.call.machine;
  const act = (): void => {
    if (depth >= how.shallowest && !search.isOver) how.action(found, search);
  };
  search.isPruned = false;
  if (!how.isFromBelow) act();
  const isPruned = search.isPruned && !how.isFromBelow;
  if (found.info.kind === "folder" && depth < how.deepest && !isPruned)
    for (const name of fs.list(found.full)) {
      if (search.isOver) return;
      const full = `${found.full === "/" ? "" : found.full}/${name}`;
      const info = fs.stat(full, how.follows) ?? fs.stat(full, false);
      if (info !== undefined) walk(search, { path: `${found.path.replace(/\/$/, "")}/${name}`, full, info }, depth + 1, how);
    }
  if (how.isFromBelow) act();
};

/** Reads conditions and actions, `-o` last, `-a` understood. */
class ConditionReader {
  readonly #call: AppletCall;
  readonly #words: readonly string[];
  #at = 0;
  #acts = false;
  readonly collected: { readonly words: readonly string[]; readonly paths: string[] }[] = [];
  limits = { deepest: Number.POSITIVE_INFINITY, shallowest: 0, isFromBelow: false };
  follows = false;

  constructor(call: AppletCall, words: readonly string[]) {
    this.#call = call;
    this.#words = words;
  }

  whole(): Action {
    const action = this.#words.length === 0 ? () => true : this.#either();
    if (this.#at < this.#words.length) throw new FindError(`unrecognized: ${this.#words[this.#at]}`);
    return this.#acts ? action : (found, search) => action(found, search) && print("\n")(found, search);
  }

  #either(): Action {
    const left = this.#both();
    if (!this.#take("-o", "-or")) return left;
    const right = this.#either();
    return (found, search) => left(found, search) || right(found, search);
  }

  #both(): Action {
    const actions: Action[] = [];
    for (
      let word = this.#words[this.#at];
      word !== undefined && word !== "-o" && word !== "-or" && word !== ")";
      word = this.#words[this.#at]
    )
      if (!this.#take("-a", "-and")) actions.push(this.#one());
    return (found, search) => actions.every((action) => action(found, search));
  }

  #one(): Action {
    if (this.#take("!", "-not")) {
      const inner = this.#one();
      return (found, search) => !inner(found, search);
    }
    if (this.#take("(")) {
      const inner = this.#either();
      if (!this.#take(")")) throw new FindError("unpaired '('");
      return inner;
    }
    const name = this.#words[this.#at++] as string;
    if (name === "-exec") return this.#command();
    const option = OPTIONS[name];
    if (option !== undefined) {
      option(this, name);
      return () => true;
    }
    const test = FIND_TESTS[name];
    if (test !== undefined) return test(this.value(name), this.#call);
    const act = ACTIONS[name];
    if (act === undefined) throw new FindError(`unrecognized: ${name}`);
    this.#acts ||= name !== "-prune";
    return act;
  }

  #command(): Action {
    const end = this.#words.findIndex((word, at) => at >= this.#at && (word === ";" || (word === "+" && this.#words[at - 1] === "{}")));
    if (end < 0) throw new FindError("-exec requires an argument");
    const words = this.#words.slice(this.#at, end);
    this.#at = end + 1;
    this.#acts = true;
    if (this.#words[end] === "+") {
      const paths: string[] = [];
      this.collected.push({ words, paths });
      return ({ path }) => paths.push(path) > 0;
    }
    return ({ path }, search) => search.commands.push(words.map((word) => word.replaceAll("{}", path))) > 0;
  }

  /** The word after an option. */
  value(name: string): string {
    const value = WITHOUT_VALUE.has(name) ? "" : this.#words[this.#at++];
    if (value === undefined) throw new FindError(`option requires an argument -- '${name.slice(1)}'`);
    return value;
  }

  #take(...words: readonly string[]): boolean {
    const is = words.includes(this.#words[this.#at] ?? "");
    if (is) this.#at += 1;
    return is;
  }
}

const WITHOUT_VALUE: ReadonlySet<string> = new Set(["-executable", "-empty"]);

const OPTIONS: Readonly<Record<string, (reader: ConditionReader, name: string) => void>> = {
  "-maxdepth": (reader, name) => {
    reader.limits = { ...reader.limits, deepest: Number(reader.value(name)) };
  },
  "-mindepth": (reader, name) => {
    reader.limits = { ...reader.limits, shallowest: Number(reader.value(name)) };
  },
  "-depth": (reader) => {
    reader.limits = { ...reader.limits, isFromBelow: true };
  },
  "-follow": (reader) => {
    reader.follows = true;
  },
  "-L": (reader) => {
    reader.follows = true;
  },
  "-H": () => undefined,
  "-xdev": () => undefined,
};

const print =
  (end: string): Action =>
  ({ path }, search) => {
    search.output += path + end;
    return true;
  };

const ACTIONS: Readonly<Record<string, Action>> = {
  "-print": print("\n"),
  "-print0": print("\0"),
  "-prune": (_found, search) => {
    search.isPruned = true;
    return true;
  },
  "-quit": (_found, search) => {
    search.isOver = true;
    return true;
  },
};
