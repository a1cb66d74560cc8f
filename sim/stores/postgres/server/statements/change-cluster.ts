import type { TokenReader } from "../../../sql/read-tokens.ts";
import { isSuper, type PgTurn } from "../postgres-context.ts";
import { refuse } from "../postgres-error.ts";
import { alterDefaults } from "./alter-defaults.ts";
import { alterRole } from "./alter-role.ts";
import type { ClusterChange } from "./cluster-change.ts";
import { createRole } from "./create-role.ts";
import { alterDatabase, createDatabase, dropDatabase } from "./database-statements.ts";
import { dropRole } from "./drop-role.ts";
import { grant } from "./grant.ts";
import { readSetting } from "./read-setting.ts";

/** Reads and carries out a statement on roles, rights and databases; undefined when the next words begin none. */
export const changeCluster = (turn: PgTurn, reader: TokenReader): ClusterChange | undefined => {
  const [first, second] = [reader.peek().text, reader.peek(1).text];
  const isRole = second === "role" || second === "user" || second === "group";
  if (first === "create" && isRole) return createRole(turn, reader);
  if (first === "alter" && isRole) return alterRole(turn, reader);
  if (first === "drop" && isRole) return dropRole(turn, reader);
  if (first === "create" && second === "database") return createDatabase(turn, reader);
  if (first === "drop" && second === "database") return dropDatabase(turn, reader);
  if (first === "alter" && second === "database") return alterDatabase(turn, reader);
  if (first === "alter" && second === "system") return alterSystem(turn, reader);
  if (first === "alter" && second === "default") return alterDefaults(turn, reader);
  if (first === "grant") return grant(turn, reader, true);
  return first === "revoke" ? grant(turn, reader, false) : undefined;
};

const alterSystem = (turn: PgTurn, reader: TokenReader): ClusterChange => {
  reader.expectWord("alter", "system");
  if (!reader.isWord("set") && !reader.isWord("reset")) throw reader.error();
  const settings = readSetting(reader, turn.cluster.settings);
  if (!isSuper(turn)) throw refuse("42501", "permission denied to set parameter");
  return { cluster: { ...turn.cluster, settings }, tag: "ALTER SYSTEM" };
};
