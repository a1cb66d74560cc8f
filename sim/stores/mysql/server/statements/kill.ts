import { SIGNAL_TIMER, type SignalPlan } from "../../../../processes/process-keys.ts";
import { endPooled } from "../../../runtime/pooled-connections.ts";
import type { TokenReader } from "../../../sql/read-tokens.ts";
import { editSession } from "../live-session.ts";
import { mysqlConnections } from "../mysql-connections.ts";
import { mysqlStore } from "../mysql-data.ts";
import { refuse } from "../mysql-error.ts";
import { done, type MysqlReply } from "../mysql-reply.ts";
import { demandServer, type MysqlTurn } from "../mysql-rights.ts";

/** `KILL` of a connection or of its query. */
export const kill = (turn: MysqlTurn, reader: TokenReader): MysqlReply => {
  const { world, server, state, session } = turn;
  const isQuery = reader.takeWord("query");
  if (!isQuery) reader.takeWord("connection");
  const id = reader.integer();
  reader.expectEnd();
  const found = mysqlConnections(turn).find((other) => other.id === id);
  if (found === undefined) throw refuse(1094, "HY000", `Unknown thread id: ${id}`);
  if (found.user !== session.user) demandServer(turn, "SUPER", "SUPER or CONNECTION_ADMIN");
  if (isQuery) editSession(world, server, id, { pending: undefined });
  else if (endPooled(world, server.process, id)) return done();
  else {
    const { [id]: _gone, ...sessions } = mysqlStore.state(world, server)?.sessions ?? {};
    mysqlStore.setState(world, server, { ...state, sessions });
  }
  const { key, startedAtMs, pid } = found.home;
  if (id !== session.id)
    world.setTimer(SIGNAL_TIMER, `${key} #${pid}`, world.nowMs(), { key, startedAtMs, pid, name: "USR1" } satisfies SignalPlan);
  return done();
};
