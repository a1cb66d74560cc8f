/** A value in the making. */
export type AwkExpression =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "regex"; readonly source: string }
  | { readonly kind: "group"; readonly inner: AwkExpression }
  | AwkTarget
  | { readonly kind: "assign"; readonly operator: string; readonly target: AwkTarget; readonly value: AwkExpression }
  | { readonly kind: "step"; readonly by: 1 | -1; readonly isBefore: boolean; readonly target: AwkTarget }
  | { readonly kind: "choice"; readonly test: AwkExpression; readonly yes: AwkExpression; readonly no: AwkExpression }
  | { readonly kind: "unary"; readonly operator: "!" | "-" | "+"; readonly inner: AwkExpression }
  | { readonly kind: "binary"; readonly operator: string; readonly left: AwkExpression; readonly right: AwkExpression }
  | { readonly kind: "in"; readonly subscripts: readonly AwkExpression[]; readonly array: string }
  | { readonly kind: "call"; readonly name: string; readonly isBuiltin: boolean; readonly args: readonly AwkExpression[] }
  | { readonly kind: "getline"; readonly from: "input" | "file" | "command"; readonly source?: AwkExpression; readonly target?: AwkTarget };

/** Target of an assignment. */
export type AwkTarget =
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "field"; readonly index: AwkExpression }
  | { readonly kind: "element"; readonly array: string; readonly subscripts: readonly AwkExpression[] };

export type AwkStatement =
  | { readonly kind: "block"; readonly body: readonly AwkStatement[] }
  | { readonly kind: "expression"; readonly value: AwkExpression }
  | { readonly kind: "print"; readonly isFormatted: boolean; readonly args: readonly AwkExpression[]; readonly to?: AwkOutput }
  | { readonly kind: "if"; readonly test: AwkExpression; readonly yes: AwkStatement; readonly no?: AwkStatement }
  | {
      readonly kind: "loop";
      readonly start?: AwkStatement;
      readonly test?: AwkExpression;
      readonly next?: AwkStatement;
      readonly body: AwkStatement;
      readonly isTestedFirst: boolean;
    }
  | { readonly kind: "each"; readonly variable: string; readonly array: string; readonly body: AwkStatement }
  | { readonly kind: "leave"; readonly what: "break" | "continue" | "next" | "nextfile" }
  | { readonly kind: "exit"; readonly what: "exit" | "return"; readonly value?: AwkExpression }
  | { readonly kind: "delete"; readonly array: string; readonly subscripts?: readonly AwkExpression[] };

export interface AwkOutput {
  readonly how: ">" | ">>" | "|";
  readonly where: AwkExpression;
}

export interface AwkRule {
  readonly when: "begin" | "end" | "record";
  /** Missing: every record. */
  readonly pattern?: AwkExpression;
  /** Set for a range: from a record that matches the pattern to one that matches this. */
  readonly until?: AwkExpression;
  /** Missing: print the record. */
  readonly action?: AwkStatement;
}

export interface AwkProgram {
  readonly rules: readonly AwkRule[];
  readonly functions: Readonly<Record<string, { readonly parameters: readonly string[]; readonly body: AwkStatement }>>;
}

/** Raised on what awk refuses, in its words and without its name. */
export class AwkError extends Error {
  /** `place`: the line of the program, or the name of a file. */
  constructor(message: string, place: number | string = 1) {
    super(typeof place === "number" ? `cmd. line:${place}: ${message}` : `${place}: ${message}`);
  }
}

/** Debian's static busybox was built without these. */
export const NO_MATH = "Math support is not compiled in";
