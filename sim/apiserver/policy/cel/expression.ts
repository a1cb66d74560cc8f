/** A parsed expression in CEL; `at` is its place in the source, in UTF-16 units from 0. */
export type Expression = { readonly at: number } & (
  | { readonly kind: "literal"; readonly value: unknown }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "select"; readonly from: Expression; readonly field: string; readonly isOptional: boolean }
  | { readonly kind: "index"; readonly from: Expression; readonly index: Expression; readonly isOptional: boolean }
  | { readonly kind: "call"; readonly target: Expression | undefined; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  | { readonly kind: "map"; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: "unary"; readonly operator: "!" | "-"; readonly operand: Expression }
  | { readonly kind: "binary"; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "conditional"; readonly condition: Expression; readonly yes: Expression; readonly no: Expression }
);

/** Error in compiling or evaluating an expression. */
export class CelError extends Error {
  /** Place in the source; undefined for errors of evaluation. */
  readonly at: number | undefined;

  constructor(message: string, at?: number) {
    super(message);
    this.at = at;
  }
}

/** A floating-point number: JSON cannot tell `1.0` from `1`, and CEL must. */
export class Double {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}
