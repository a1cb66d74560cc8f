import type { TokenReader } from "../../../sql/read-tokens.ts";
import type { Rights } from "../../../sql/tables.ts";
import type { PgTurn } from "../postgres-context.ts";
import { refuse } from "../postgres-error.ts";
import { roleName } from "./manage-roles.ts";

/** All privileges by kind of object. */
export const ALL_RIGHTS: Readonly<Record<"table" | "schema" | "database" | "sequence", readonly string[]>> = {
  table: ["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER"],
  schema: ["USAGE", "CREATE"],
  database: ["CREATE", "CONNECT", "TEMPORARY"],
  sequence: ["USAGE", "SELECT", "UPDATE"],
};

/** Rights by their names, or all of them. */
export const readRights = (reader: TokenReader): readonly string[] | "all" => {
  if (reader.takeWord("all")) {
    reader.takeWord("privileges");
    return "all";
  }
  return reader.list(() => {
    const token = reader.next();
    if (token.kind !== "word" && token.kind !== "name") throw reader.error(token);
    return token.text.toUpperCase().replace(/^TEMP$/, "TEMPORARY");
  });
};

/** Throws for rights that such things do not know. */
export const checkRights = (given: readonly string[] | "all", what: keyof typeof ALL_RIGHTS): void => {
  if (given === "all") return;
  for (const right of given) {
    if (ALL_RIGHTS[what].includes(right)) continue;
    if (Object.values(ALL_RIGHTS).some((rights) => rights.includes(right)))
      throw refuse("0LP01", `invalid privilege type ${right} for ${what === "table" ? "relation" : what}`);
    throw refuse("42601", `unrecognized privilege type "${right.toLowerCase()}"`);
  }
};

/** Roles after TO or FROM, `` being PUBLIC, up to the end of the statement. */
export const readGrantees = (turn: PgTurn, reader: TokenReader): readonly string[] => {
  const roles = reader.list(() => (reader.takeWord("public") ? "" : roleName(turn, reader)));
  if (reader.takeWord("with")) reader.expectWord("grant", "option");
  reader.takeOneOf("cascade", "restrict");
  reader.expectEnd();
  for (const role of roles)
    if (role !== "" && turn.cluster.roles[role] === undefined) throw refuse("42704", `role "${role}" does not exist`);
  return roles;
};

/** Rights with some given to roles or taken from them. */
export const changeRights = (rights: Rights, roles: readonly string[], given: readonly string[], isGrant: boolean): Rights => {
  const next: Record<string, readonly string[]> = { ...rights };
  for (const role of roles) {
    const kept = (next[role] ?? []).filter((right) => !given.includes(right));
    const list = isGrant ? [...kept, ...given] : kept;
    if (list.length === 0) delete next[role];
    else next[role] = list;
  }
  return next;
};
