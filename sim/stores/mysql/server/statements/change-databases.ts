import type { TokenReader } from "../../../sql/read-tokens.ts";
import { editSession, keepData } from "../live-session.ts";
import { refuse } from "../mysql-error.ts";
import { done, type MysqlReply } from "../mysql-reply.ts";
import { accountOfSession, hasRight, type MysqlTurn } from "../mysql-rights.ts";
import { SYSTEM_DATABASES } from "../system-databases.ts";
import { demandWritable } from "./demand-writable.ts";

/** `CREATE DATABASE`, `DROP DATABASE`; undefined for other statements. */
export const changeDatabases = (turn: MysqlTurn, reader: TokenReader): MysqlReply | undefined => {
  const isCreate = reader.isWord("create");
  if ((!isCreate && !reader.isWord("drop")) || !["database", "schema"].includes(reader.peek(1).text)) return undefined;
  reader.next();
  reader.next();
  const exists = isCreate ? reader.takeWord("if", "not", "exists") : reader.takeWord("if", "exists");
  const name = reader.name();
  while (isCreate && !reader.isAtEnd) {
    const word = reader.next();
    if (word.kind !== "word" && word.text !== "=") throw reader.error(word);
  }
  reader.expectEnd();
  demandWritable(turn);
  if (!hasRight(accountOfSession(turn), isCreate ? "CREATE" : "DROP", name))
    throw refuse(
      1044,
      "42000",
      `Access denied for user '${turn.session.user}'@'${turn.session.account.split("@")[1]}' to database '${name}'`,
    );
  const known = turn.data.schemas[name];
  if (isCreate) {
    if (known !== undefined || SYSTEM_DATABASES.has(name)) {
      if (exists) return done(1);
      throw refuse(1007, "HY000", `Can't create database '${name}'; database exists`);
    }
    keepData(turn, { ...turn.data, schemas: { ...turn.data.schemas, [name]: { owner: "", tables: {}, rights: {} } } });
    return done(1);
  }
  if (known === undefined) {
    if (exists) return done();
    throw refuse(1008, "HY000", `Can't drop database '${name}'; database doesn't exist`);
  }
  const { [name]: _gone, ...schemas } = turn.data.schemas;
  keepData(turn, { ...turn.data, schemas });
  if (turn.session.database === name) editSession(turn.world, turn.server, turn.session.id, { database: "" });
  return done(Object.keys(known.tables).length);
};
