/** A piece of a word as it was written. `quoted`: inside quotes, so its value is neither split nor matched against files. */
export type WordPart =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  | {
      readonly kind: "variable";
      readonly name: string;
      readonly quoted: boolean;
      /** `-`, `:-`, `=`, `:=`, `?`, `:?`, `+`, `:+`, `#`, `##`, `%`, `%%`, `/`, `//`, `:` (substring), `length`. */
      readonly operator?: string;
      readonly operand?: Word;
      /** Replacement of `/` and `//`; the length of a substring. */
      readonly second?: Word;
    }
  | { readonly kind: "command"; readonly script: string; readonly quoted: boolean }
  | { readonly kind: "arithmetic"; readonly expression: Word; readonly quoted: boolean };

export type Word = readonly WordPart[];

/** `3>file`: which descriptor goes where. */
export interface Redirect {
  readonly fd: number;
  /** `here`: the target is the text itself; `duplicate`: it is another descriptor's number, or `-`. */
  readonly mode: "read" | "write" | "append" | "read-write" | "duplicate" | "here";
  readonly target: Word;
}

export interface Assignment {
  readonly name: string;
  readonly value: Word;
}

/** A command of the shell language. */
export type Node =
  | {
      readonly kind: "simple";
      readonly assignments: readonly Assignment[];
      readonly words: readonly Word[];
      readonly redirects: readonly Redirect[];
    }
  | { readonly kind: "pipeline"; readonly stages: readonly Node[]; readonly negated: boolean }
  | { readonly kind: "and-or"; readonly operator: "&&" | "||"; readonly left: Node; readonly right: Node }
  | { readonly kind: "list"; readonly items: readonly { readonly node: Node; readonly inBackground: boolean }[] }
  | { readonly kind: "if"; readonly condition: Node; readonly then: Node; readonly otherwise?: Node }
  | { readonly kind: "loop"; readonly until: boolean; readonly condition: Node; readonly body: Node }
  | { readonly kind: "for"; readonly variable: string; readonly words?: readonly Word[]; readonly body: Node }
  | {
      readonly kind: "case";
      readonly word: Word;
      readonly arms: readonly { readonly patterns: readonly Word[]; readonly body: Node }[];
    }
  | { readonly kind: "subshell"; readonly body: Node }
  | { readonly kind: "function"; readonly name: string; readonly body: Node }
  | { readonly kind: "redirected"; readonly body: Node; readonly redirects: readonly Redirect[] };

/** Raised by the readers of this folder and caught by `parseScript`. */
export class ShellSyntaxError extends Error {
  readonly line: number;
  /** True when more text could make it right: an interactive shell asks for another line. */
  readonly isUnfinished: boolean;

  constructor(message: string, line: number, isUnfinished = false) {
    super(message);
    this.line = line;
    this.isUnfinished = isUnfinished;
  }
}
