import type { Assignment, Node, Redirect, Word } from "./syntax.ts";

/** One step of a compiled script; `to` and the like are indexes of other steps. */
export type Instruction =
  | {
      readonly op: "run";
      readonly assignments: readonly Assignment[];
      readonly words: readonly Word[];
      readonly redirects: readonly Redirect[];
      /** Its failure is looked at: `set -e` lets it pass. */
      readonly isTested: boolean;
      /** Nothing follows: an executable takes the shell's own place. */
      readonly isLast: boolean;
    }
  | { readonly op: "jump"; readonly to: number }
  | { readonly op: "jump-if"; readonly succeeded: boolean; readonly to: number }
  | { readonly op: "not" }
  /** Sets the status. */
  | { readonly op: "status"; readonly value: number }
  /** Puts redirects in force until `unredirect`; when one fails, goes on at `to`. */
  | { readonly op: "redirect"; readonly redirects: readonly Redirect[]; readonly to: number }
  | { readonly op: "unredirect" }
  | { readonly op: "loop"; readonly breakTo: number; readonly continueTo: number }
  /** Keeps the status of a loop's body, which is the loop's own when it ends. */
  | { readonly op: "round" }
  | { readonly op: "unloop" }
  /** Missing words: the positional parameters. */
  | { readonly op: "for"; readonly words: readonly Word[] | undefined }
  | { readonly op: "next"; readonly variable: string; readonly to: number }
  | {
      readonly op: "case";
      readonly word: Word;
      readonly arms: readonly { readonly patterns: readonly Word[]; readonly to: number }[];
      readonly to: number;
    }
  /** Runs the steps from the next one on in a process of its own, and goes on at `to`. */
  | { readonly op: "fork"; readonly to: number; readonly wait: boolean }
  | { readonly op: "pipeline"; readonly stages: readonly number[]; readonly to: number }
  | { readonly op: "define"; readonly name: string; readonly to: number }
  | { readonly op: "return" }
  /** Ends the process with the present status. */
  | { readonly op: "end" };

export type Code = readonly Instruction[];

/** Compiles a command to flat steps, so that a shell in the middle of anything is an index and some values. */
export const compile = (node: Node): Code => {
  const writer = new CodeWriter();
  writer.node(node, { isTested: false, isLast: true });
  writer.emit({ op: "end" });
  return writer.code;
};

interface Position {
  readonly isTested: boolean;
  readonly isLast: boolean;
}

const PLAIN: Position = { isTested: false, isLast: false };

class CodeWriter {
  readonly code: Instruction[] = [];

  emit(instruction: Instruction): number {
    return this.code.push(instruction) - 1;
  }

  node(node: Node, position: Position): void {
    switch (node.kind) {
      case "simple":
        this.emit({ op: "run", assignments: node.assignments, words: node.words, redirects: node.redirects, ...position });
        return;
      case "list":
        return this.#list(node.items, position);
      case "and-or":
        return this.#andOr(node, position);
      case "pipeline":
        return this.#pipeline(node, position);
      case "if":
        return this.#if(node, position);
      case "loop":
        return this.#loop(node, position);
      case "for":
        return this.#for(node, position);
      case "case":
        return this.#case(node, position);
      case "subshell":
        return this.#fork(node.body, true);
      case "function":
        return this.#function(node);
      case "redirected":
        return this.#redirected(node, position);
    }
  }

  #list(items: Extract<Node, { kind: "list" }>["items"], position: Position): void {
    for (const [index, { node, inBackground }] of items.entries()) {
      if (inBackground) this.#fork(node, false);
      else this.node(node, { ...position, isLast: position.isLast && index === items.length - 1 });
    }
  }

  #andOr({ operator, left, right }: Extract<Node, { kind: "and-or" }>, position: Position): void {
    this.node(left, { isTested: true, isLast: false });
    const jump = this.emit({ op: "jump-if", succeeded: operator === "||", to: 0 });
    this.node(right, position);
    this.#land(jump);
  }

  #pipeline({ stages, negated }: Extract<Node, { kind: "pipeline" }>, { isTested }: Position): void {
    if (stages.length === 1) this.node(stages[0] as Node, { isTested: true, isLast: false });
    else {
      const at = this.emit({ op: "pipeline", stages: [], to: 0 });
      const starts = stages.map((stage) => {
        const start = this.code.length;
        this.node(stage, { isTested: false, isLast: true });
        this.emit({ op: "end" });
        return start;
      });
      this.code[at] = { op: "pipeline", stages: starts, to: this.code.length };
      if (!negated && !isTested) this.#check();
    }
    if (negated) this.emit({ op: "not" });
  }

  /** Lets `set -e` look at the status of something that is no simple command. */
  #check(): void {
    this.emit({ op: "run", assignments: [], words: [], redirects: [], isTested: false, isLast: false });
  }

  #if({ condition, then, otherwise }: Extract<Node, { kind: "if" }>, position: Position): void {
    this.node(condition, { isTested: true, isLast: false });
    const skip = this.emit({ op: "jump-if", succeeded: false, to: 0 });
    this.node(then, position);
    const out = this.emit({ op: "jump", to: 0 });
    this.#land(skip);
    if (otherwise === undefined) this.emit({ op: "status", value: 0 });
    else this.node(otherwise, position);
    this.#land(out);
  }

  #loop({ until, condition, body }: Extract<Node, { kind: "loop" }>, { isTested }: Position): void {
    const head = this.emit({ op: "loop", breakTo: 0, continueTo: 0 });
    const start = this.code.length;
    this.node(condition, { isTested: true, isLast: false });
    const exit = this.emit({ op: "jump-if", succeeded: until, to: 0 });
    this.node(body, { ...PLAIN, isTested });
    this.emit({ op: "round" });
    this.emit({ op: "jump", to: start });
    this.#land(exit);
    this.emit({ op: "unloop" });
    this.code[head] = { op: "loop", breakTo: this.code.length, continueTo: start };
  }

  #for({ variable, words, body }: Extract<Node, { kind: "for" }>, { isTested }: Position): void {
    this.emit({ op: "for", words });
    const head = this.emit({ op: "loop", breakTo: 0, continueTo: 0 });
    const start = this.emit({ op: "next", variable, to: 0 });
    this.node(body, { ...PLAIN, isTested });
    this.emit({ op: "round" });
    this.emit({ op: "jump", to: start });
    this.code[start] = { op: "next", variable, to: this.code.length };
    this.emit({ op: "unloop" });
    this.code[head] = { op: "loop", breakTo: this.code.length, continueTo: start };
  }

  #case({ word, arms }: Extract<Node, { kind: "case" }>, position: Position): void {
    const head = this.emit({ op: "status", value: 0 });
    const targets: { patterns: readonly Word[]; to: number }[] = [];
    const outs: number[] = [];
    for (const { patterns, body } of arms) {
      targets.push({ patterns, to: this.code.length });
      this.emit({ op: "status", value: 0 });
      this.node(body, position);
      outs.push(this.emit({ op: "jump", to: 0 }));
    }
    this.code[head] = { op: "case", word, arms: targets, to: this.code.length };
    for (const out of outs) this.#land(out);
  }

  #fork(body: Node, wait: boolean): void {
    const at = this.emit({ op: "fork", to: 0, wait });
    this.node(body, { isTested: false, isLast: true });
    this.emit({ op: "end" });
    this.code[at] = { op: "fork", to: this.code.length, wait };
  }

  #function({ name, body }: Extract<Node, { kind: "function" }>): void {
    const at = this.emit({ op: "define", name, to: 0 });
    this.node(body, PLAIN);
    this.emit({ op: "return" });
    this.#land(at);
  }

  #redirected({ body, redirects }: Extract<Node, { kind: "redirected" }>, { isTested }: Position): void {
    const at = this.emit({ op: "redirect", redirects, to: 0 });
    this.node(body, { isTested, isLast: false });
    this.emit({ op: "unredirect" });
    this.#land(at);
  }

  /** Lets an earlier jump go to here. */
  #land(at: number): void {
    const instruction = this.code[at] as Extract<Instruction, { readonly to: number }>;
    this.code[at] = { ...instruction, to: this.code.length };
  }
}
