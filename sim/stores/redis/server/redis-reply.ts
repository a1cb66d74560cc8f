/** Reply of a server to a command. */
export type RedisReply =
  | { readonly kind: "status"; readonly text: string }
  | { readonly kind: "error"; readonly text: string }
  | { readonly kind: "integer"; readonly value: number }
  | { readonly kind: "text"; readonly text: string }
  /** A text over several lines that clients show as it is. */
  | { readonly kind: "verbatim"; readonly text: string }
  | { readonly kind: "nil" }
  | { readonly kind: "list"; readonly items: readonly RedisReply[] };

/** Fixed replies. */
export const OK: RedisReply = { kind: "status", text: "OK" };
export const NIL: RedisReply = { kind: "nil" };
export const QUEUED: RedisReply = { kind: "status", text: "QUEUED" };

/** A refusal in the server's words. */
export const fail = (text: string): RedisReply => ({ kind: "error", text });
export const integer = (value: number): RedisReply => ({ kind: "integer", value });
export const text = (value: string | undefined): RedisReply => (value === undefined ? NIL : { kind: "text", text: value });
export const list = (items: readonly (RedisReply | string)[]): RedisReply => ({
  kind: "list",
  items: items.map((item) => (typeof item === "string" ? text(item) : item)),
});

/** Refusals that many commands share. */
export const WRONG_TYPE = fail("WRONGTYPE Operation against a key holding the wrong kind of value");
export const NOT_INTEGER = fail("ERR value is not an integer or out of range");
export const NOT_FLOAT = fail("ERR value is not a valid float");
export const SYNTAX = fail("ERR syntax error");
