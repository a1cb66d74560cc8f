import { resolvePath } from "#core/posix-path.ts";
import type { ExpansionScope } from "../language/expand.ts";
import { hasWildcards, patternExpression, unquotePattern } from "../language/patterns.ts";
import type { Machine } from "../machine/machine.ts";
import type { Proc, ShellState } from "../machine/process-table.ts";
import { PIPEFAIL } from "./option-letters.ts";

/** Raised when a word needs the output of a command that has not run yet; the shell runs it and expands anew. */
export class NeedsSubstitution extends Error {
  readonly script: string;

  constructor(script: string) {
    super("a substitution has to run first");
    this.script = script;
  }
}

/** Scope in which a shell expands words; its assignments are kept aside until the words are done. */
export class ShellScope implements ExpansionScope {
  readonly changes = new Map<string, string>();
  readonly parameters: readonly string[];
  readonly refusesUnset: boolean;
  readonly noGlob: boolean;
  readonly #machine: Machine;
  readonly #proc: Proc;
  readonly #shell: ShellState;
  #used = 0;

  constructor(machine: Machine, proc: Proc, shell: ShellState) {
    this.#machine = machine;
    this.#proc = proc;
    this.#shell = shell;
    this.parameters = shell.parameters;
    this.refusesUnset = shell.options.includes("u");
    this.noGlob = shell.options.includes("f");
  }

  get(name: string): string | undefined {
    const changed = this.changes.get(name);
    if (changed !== undefined) return changed;
    switch (name) {
      case "?":
        return `${this.#shell.status}`;
      case "$":
        return this.#shell.variables["$"]?.value ?? `${this.#proc.pid}`;
      case "!":
        return this.#shell.lastBackground === undefined ? undefined : `${this.#shell.lastBackground}`;
      case "0":
        return this.#shell.name;
      case "-":
        return this.#shell.options.replace(PIPEFAIL, "");
      case "RANDOM":
        return `${this.#machine.rng("random", `${this.#proc.pid}/${this.#machine.nowMs}/${this.#shell.at}`).int(0, 32_767)}`;
      default:
        return this.#shell.variables[name]?.value;
    }
  }

  set(name: string, value: string): void {
    this.changes.set(name, value);
  }

  homeOf(user: string): string | undefined {
    const content = this.#machine.fs.read("/etc/passwd");
    const accounts = content.ok ? content.bytes : "root:x:0:0:root:/root:/bin/sh";
    return accounts
      .split("\n")
      .map((line) => line.split(":"))
      .find(([name]) => name === user)?.[5];
  }

  substitute(script: string): string {
    const output = this.#shell.substituted[this.#used];
    if (output === undefined) throw new NeedsSubstitution(script);
    this.#used += 1;
    return output;
  }

  glob(pattern: string): readonly string[] {
    const isAbsolute = pattern.startsWith("/");
    let found: string[] = [isAbsolute ? "/" : ""];
    const parts = pattern.split("/").filter((part) => part !== "");
    for (const [index, part] of parts.entries()) {
      const next: string[] = [];
      for (const base of found) next.push(...this.#matches(base, part, index === parts.length - 1));
      found = next;
    }
    return found.sort();
  }

  #matches(base: string, part: string, isLast: boolean): readonly string[] {
    const folder = resolvePath(base === "" ? "." : base, this.#proc.cwd);
    const join = (name: string) => `${base}${base === "" || base.endsWith("/") ? "" : "/"}${name}`;
    if (!hasWildcards(part)) {
      const name = unquotePattern(part);
      return this.#machine.fs.stat(resolvePath(name, folder), false) === undefined ? [] : [join(name)];
    }
    const expression = patternExpression(part);
    return this.#machine.fs
      .list(folder)
      .filter((name) => (part.startsWith(".") || !name.startsWith(".")) && expression.test(name))
      .filter((name) => isLast || this.#machine.fs.isFolder(resolvePath(name, folder)))
      .map(join);
  }
}
