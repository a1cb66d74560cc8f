import type { DefinitionStatement } from "../syntax.ts";
import type { Schemas } from "../tables.ts";

/** Result of a statement that defines tables. */
export interface Definition {
  readonly schemas: Schemas;
  /** Notices in the words of PostgreSQL, about objects that exist or do not exist already. */
  readonly notices: readonly string[];
  /** Changed or dropped tables, `schema.name`. */
  readonly changed: readonly string[];
}

/** A statement of one kind on tables. */
export type Statement<K extends DefinitionStatement["kind"]> = Extract<DefinitionStatement, { readonly kind: K }>;

/** Makes the result of a statement. */
export const done = (schemas: Schemas, changed: readonly string[] = [], notices: readonly string[] = []): Definition => ({
  schemas,
  changed,
  notices,
});
