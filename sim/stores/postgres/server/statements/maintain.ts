import type { TokenReader } from "../../../sql/read-tokens.ts";
import { findTable } from "../../../sql/run-select.ts";
import { contextOf, type PgTurn } from "../postgres-context.ts";
import { refuse } from "../postgres-error.ts";
import { done, type PgReply } from "../postgres-reply.ts";

/** `VACUUM`, `ANALYZE` and their like: there is nothing for them to do. */
export const maintain = (turn: PgTurn, reader: TokenReader, what: string): PgReply => {
  if (reader.isSign("(")) reader.bracketed(() => reader.next());
  while (reader.takeOneOf("full", "verbose", "analyze", "freeze", "table", "index", "all") !== undefined);
  while (!reader.isAtEnd) findTable(contextOf(turn), reader.qualifiedName());
  reader.expectEnd();
  if (what === "vacuum" && turn.session.transaction !== undefined) throw refuse("25001", "VACUUM cannot run inside a transaction block");
  return done(what === "discard" ? "DISCARD ALL" : what.toUpperCase());
};
