import { refuse } from "../mysql-error.ts";
import { accountOfSession, type MysqlTurn } from "../mysql-rights.ts";
import { readOnlyRefusal } from "../read-only.ts";

/** Throws where the server is read-only, for everybody or for all but administrators. */
export const demandWritable = (turn: MysqlTurn): void => {
  const text = readOnlyRefusal(turn, accountOfSession(turn));
  if (text !== undefined) throw refuse(1290, "HY000", text);
};
