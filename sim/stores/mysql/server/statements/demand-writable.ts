import { refuse } from "../mysql-error.ts";
import { accountOfSession, hasRight, type MysqlTurn } from "../mysql-rights.ts";
import { variableOf } from "../mysql-variables.ts";

/** Throws where the server is read-only, for everybody or for all but administrators. */
export const demandWritable = (turn: MysqlTurn): void => {
  const isOn = (name: string) => variableOf(turn.state, turn.data, name) === "ON";
  const isSuper = hasRight(accountOfSession(turn), "SUPER");
  if (isOn("super_read_only"))
    throw refuse(1290, "HY000", "The MySQL server is running with the --super-read-only option so it cannot execute this statement");
  if (isOn("read_only") && !isSuper)
    throw refuse(1290, "HY000", "The MySQL server is running with the --read-only option so it cannot execute this statement");
};
