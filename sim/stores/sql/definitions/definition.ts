import type { DefinitionStatement } from "../syntax.ts";
import type { Schemas } from "../tables.ts";

/** What a statement on tables came to. */
export interface Definition {
  readonly schemas: Schemas;
  /** In the words of PostgreSQL; what was there or not there already. */
  readonly notices: readonly string[];
  /** Tables that were changed or dropped, `schema.name`. */
  readonly changed: readonly string[];
}

/** A statement of one kind on tables. */
export type Statement<K extends DefinitionStatement["kind"]> = Extract<DefinitionStatement, { readonly kind: K }>;

/** What a statement came to. */
export const done = (schemas: Schemas, changed: readonly string[] = [], notices: readonly string[] = []): Definition => ({
  schemas,
  changed,
  notices,
});
