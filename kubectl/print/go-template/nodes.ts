/** A part of a template. */
export type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "print"; readonly pipe: Pipe }
  | { readonly kind: "if" | "with" | "range"; readonly pipe: Pipe; readonly body: readonly Node[]; readonly otherwise: readonly Node[] }
  | { readonly kind: "template"; readonly name: string; readonly pipe: Pipe | undefined }
  | { readonly kind: "break" | "continue" };

/** Commands of a pipeline, and the variables that it assigns. */
export interface Pipe {
  readonly variables: readonly string[];
  /** False: assigns to declared variables. */
  readonly declares: boolean;
  readonly commands: readonly (readonly Operand[])[];
  /** Source text, for messages. */
  readonly source: string;
  readonly at: number;
}

/** One word of a command. */
export type Operand =
  | { readonly kind: "field"; readonly names: readonly string[]; readonly source: string }
  | { readonly kind: "variable"; readonly name: string; readonly names: readonly string[]; readonly source: string }
  | { readonly kind: "pipe"; readonly pipe: Pipe; readonly names: readonly string[]; readonly source: string }
  | { readonly kind: "call"; readonly name: string; readonly source: string }
  | { readonly kind: "value"; readonly value: unknown; readonly source: string };

/** A parsed template and those that it defines. */
export interface Template {
  readonly nodes: readonly Node[];
  readonly defined: ReadonlyMap<string, readonly Node[]>;
  readonly text: string;
}

/** Error of a template, in the words of Go's text/template. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}
