import type { TokenReader } from "../../sql/read-tokens.ts";
import type { MysqlTurn } from "./mysql-rights.ts";

/** `'app'@'%'`, `app@localhost`, `app`, `CURRENT_USER()`: an account as the server keeps it. */
export const readAccount = (turn: MysqlTurn, reader: TokenReader): string => {
  if (reader.takeWord("current_user")) {
    if (reader.takeSign("(")) reader.expectSign(")");
    return turn.session.account;
  }
  const token = reader.next();
  if (token.kind === "end" || token.kind === "sign" || token.kind === "number") throw reader.error(token);
  const written = token.kind === "word" ? reader.sql.slice(token.at, token.end) : token.text;
  const bare = token.kind === "word" ? /^([^@]+)@(.*)$/.exec(written) : null;
  if (bare !== null) return `${bare[1]}@${bare[2] === "" ? reader.next().text : restOfHost(reader, bare[2] as string)}`;
  const next = reader.peek();
  if (next.at !== token.end || !reader.sql.startsWith("@", next.at)) return `${written}@%`;
  reader.next();
  const host = next.text === "@" ? reader.next().text : restOfHost(reader, next.text.slice(1));
  return `${written}@${host}`;
};

/** An address without quotes is several tokens. */
const restOfHost = (reader: TokenReader, start: string): string => {
  let host = start;
  while (reader.isSign(".") || reader.isSign("%")) {
    host += reader.next().text;
    if (reader.peek().kind === "number" || reader.peek().kind === "word") host += reader.next().text;
  }
  return host;
};
