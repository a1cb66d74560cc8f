import type { TokenReader } from "../../../sql/read-tokens.ts";
import type { PgRole } from "../postgres-cluster.ts";

/** The attributes of a role, one after the other, to the end of the statement. */
export const readRoleOptions = (reader: TokenReader, before: PgRole): PgRole => {
  let role = before;
  while (!reader.isAtEnd) {
    const token = reader.next();
    const flag = token.kind === "word" ? FLAGS[token.text] : undefined;
    if (flag !== undefined) role = { ...role, ...flag };
    else if (token.text === "encrypted" || token.text === "unencrypted") continue;
    else if (token.text === "password") role = { ...role, password: reader.takeWord("null") ? undefined : reader.text() };
    else if (token.text === "connection") {
      reader.expectWord("limit");
      const isNegative = reader.takeSign("-");
      role = { ...role, connectionsMax: isNegative ? -reader.integer() : reader.integer() };
    } else if (token.text === "valid") {
      reader.expectWord("until");
      reader.text();
    } else if (token.text === "in") {
      reader.takeOneOf("role", "group");
      role = { ...role, memberOf: [...role.memberOf, ...reader.list(() => reader.name())] };
    } else throw reader.error(token);
  }
  return role;
};

const FLAGS: Readonly<Record<string, Partial<PgRole>>> = {
  login: { canLogin: true },
  nologin: { canLogin: false },
  superuser: { isSuperuser: true },
  nosuperuser: { isSuperuser: false },
  createdb: { canCreateDb: true },
  nocreatedb: { canCreateDb: false },
  createrole: { canCreateRole: true },
  nocreaterole: { canCreateRole: false },
  replication: { canReplicate: true },
  noreplication: { canReplicate: false },
  bypassrls: { bypassesRls: true },
  nobypassrls: { bypassesRls: false },
  inherit: {},
  noinherit: {},
};
