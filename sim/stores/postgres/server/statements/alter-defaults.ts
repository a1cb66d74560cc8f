import type { TokenReader } from "../../../sql/read-tokens.ts";
import type { PgTurn } from "../postgres-context.ts";
import type { ClusterChange } from "./cluster-change.ts";
import { ALL_RIGHTS, changeRights, readGrantees, readRights } from "./rights.ts";

/** `ALTER DEFAULT PRIVILEGES`: what new tables will allow. */
export const alterDefaults = (turn: PgTurn, reader: TokenReader): ClusterChange => {
  reader.expectWord("alter", "default", "privileges");
  if (reader.takeWord("for")) {
    reader.takeOneOf("role", "user");
    reader.name();
  }
  const schema = reader.takeWord("in", "schema") ? reader.name() : "";
  const isGrant = reader.takeWord("grant");
  if (!isGrant) reader.expectWord("revoke");
  const given = readRights(reader);
  reader.expectWord("on");
  const what = reader.takeOneOf("tables", "sequences");
  if (what === undefined) throw reader.error();
  reader.expectWord(isGrant ? "to" : "from");
  const roles = readGrantees(turn, reader);
  const database = turn.cluster.databases[turn.session.database];
  if (database === undefined || what === "sequences") return { cluster: turn.cluster, tag: "ALTER DEFAULT PRIVILEGES" };
  const rights = changeRights(database.defaults[schema] ?? {}, roles, given === "all" ? ALL_RIGHTS.table : given, isGrant);
  const changed = { ...database, defaults: { ...database.defaults, [schema]: rights } };
  return {
    cluster: { ...turn.cluster, databases: { ...turn.cluster.databases, [turn.session.database]: changed } },
    tag: "ALTER DEFAULT PRIVILEGES",
  };
};
