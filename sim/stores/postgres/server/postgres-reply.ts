import type { QueryResult } from "../../sql/tables.ts";
import type { PgMessage } from "./postgres-error.ts";

/** Reply to one statement of a session. */
export type PgReply =
  | { readonly kind: "done"; readonly tag: string; readonly result?: QueryResult; readonly notices: readonly PgMessage[] }
  | { readonly kind: "error"; readonly error: PgMessage }
  /** Statement that continues later, at the latest at the given instant. */
  | { readonly kind: "wait"; readonly untilMs: number | undefined }
  /** Session ended by the server. */
  | { readonly kind: "gone"; readonly fatal: string };

/** A statement that answers no rows. */
export const done = (tag: string, notices: readonly PgMessage[] = []): PgReply => ({ kind: "done", tag, notices });

/** A statement that answers rows. */
export const answer = (tag: string, result: QueryResult): PgReply => ({ kind: "done", tag, result, notices: [] });

/** A notice of no kind in particular. */
export const notice = (text: string): PgMessage => ({ severity: "NOTICE", code: "00000", text });
