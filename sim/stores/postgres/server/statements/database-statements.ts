import type { TokenReader } from "../../../sql/read-tokens.ts";
import { newDatabase } from "../postgres-cluster.ts";
import { isSuper, owns, type PgTurn } from "../postgres-context.ts";
import { refuse } from "../postgres-error.ts";
import { liveSessions } from "../postgres-locks.ts";
import type { ClusterChange } from "./cluster-change.ts";
import { readSetting } from "./read-setting.ts";

/** `CREATE DATABASE`. */
export const createDatabase = (turn: PgTurn, reader: TokenReader): ClusterChange => {
  reader.expectWord("create", "database");
  const name = reader.name();
  let owner = turn.session.user;
  reader.takeWord("with");
  while (!reader.isAtEnd) {
    const option = reader.takeOneOf("owner", "encoding", "template", "lc_collate", "lc_ctype", "locale");
    if (option === undefined) throw reader.error();
    reader.takeSign("=");
    const token = reader.next();
    if (option === "owner") owner = token.text;
  }
  reader.expectEnd();
  if (turn.session.transaction !== undefined) throw refuse("25001", "CREATE DATABASE cannot run inside a transaction block");
  if (!isSuper(turn) && turn.cluster.roles[turn.session.user]?.canCreateDb !== true)
    throw refuse("42501", "permission denied to create database");
  if (turn.cluster.roles[owner] === undefined) throw refuse("42704", `role "${owner}" does not exist`);
  if (turn.cluster.databases[name] !== undefined) throw refuse("42P04", `database "${name}" already exists`);
  return { cluster: { ...turn.cluster, databases: { ...turn.cluster.databases, [name]: newDatabase(owner) } }, tag: "CREATE DATABASE" };
};

/** `DROP DATABASE` of an unused database, or of any with FORCE. */
export const dropDatabase = (turn: PgTurn, reader: TokenReader): ClusterChange => {
  reader.expectWord("drop", "database");
  const ifThere = reader.takeWord("if", "exists");
  const name = reader.name();
  const isForced = takeForce(reader);
  reader.expectEnd();
  const known = turn.cluster.databases[name];
  if (known === undefined) {
    if (ifThere) return { cluster: turn.cluster, tag: "DROP DATABASE", notices: [`database "${name}" does not exist, skipping`] };
    throw refuse("3D000", `database "${name}" does not exist`);
  }
  if (!owns(turn, known.owner)) throw refuse("42501", `must be owner of database ${name}`);
  if (name === turn.session.database) throw refuse("55006", "cannot drop the currently open database");
  const users = liveSessions(turn.world, turn.state).filter(({ database }) => database === name);
  if (users.length > 0 && !isForced)
    throw refuse(
      "55006",
      `database "${name}" is being accessed by other users`,
      `There ${users.length === 1 ? "is 1 other session" : `are ${users.length} other sessions`} using the database.`,
    );
  for (const { pid } of users) turn.effects.push({ kind: "terminate", pid });
  const { [name]: _gone, ...databases } = turn.cluster.databases;
  return { cluster: { ...turn.cluster, databases }, tag: "DROP DATABASE" };
};

/** `WITH (FORCE)`. */
const takeForce = (reader: TokenReader): boolean => {
  const hasWith = reader.takeWord("with");
  if (!reader.isSign("(") && !hasWith) return false;
  reader.expectSign("(");
  reader.expectWord("force");
  reader.expectSign(")");
  return true;
};

/** `ALTER DATABASE`: another owner, settings, whether it lets anybody in. */
export const alterDatabase = (turn: PgTurn, reader: TokenReader): ClusterChange => {
  reader.expectWord("alter", "database");
  const name = reader.name();
  const known = turn.cluster.databases[name];
  const change = reader.takeWord("owner", "to")
    ? { owner: reader.name() }
    : reader.isWord("set") || reader.isWord("reset")
      ? { settings: readSetting(reader, known?.settings ?? {}) }
      : readAllow(reader);
  reader.expectEnd();
  if (known === undefined) throw refuse("3D000", `database "${name}" does not exist`);
  if (!owns(turn, known.owner)) throw refuse("42501", `must be owner of database ${name}`);
  if ("owner" in change && change.owner !== undefined && turn.cluster.roles[change.owner] === undefined)
    throw refuse("42704", `role "${change.owner}" does not exist`);
  return { cluster: { ...turn.cluster, databases: { ...turn.cluster.databases, [name]: { ...known, ...change } } }, tag: "ALTER DATABASE" };
};

const readAllow = (reader: TokenReader): { readonly allows?: boolean; readonly owner?: string } => {
  reader.takeWord("with");
  reader.expectWord("allow_connections");
  reader.takeSign("=");
  return { allows: reader.next().text === "true" };
};
