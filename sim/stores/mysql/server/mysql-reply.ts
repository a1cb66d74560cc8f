import type { QueryResult } from "../../sql/tables.ts";
import type { MysqlError } from "./mysql-error.ts";

/** Reply to one statement of a session. */
export type MysqlReply =
  | { readonly kind: "rows"; readonly result: QueryResult }
  | { readonly kind: "done"; readonly count: number; readonly info: string }
  | { readonly kind: "error"; readonly error: MysqlError }
  | { readonly kind: "wait"; readonly untilMs: number }
  /** Session ended by the server. */
  | { readonly kind: "gone" };

/** A statement that answers no rows. */
export const done = (count = 0, info = ""): MysqlReply => ({ kind: "done", count, info });
