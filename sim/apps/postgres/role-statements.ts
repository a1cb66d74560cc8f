import type { TokenReader } from "../sql/read-tokens.ts";
import { type Rights, type Table, tableOf, withTable } from "../sql/tables.ts";
import { isMember, newDatabase, type PgCluster, type PgRole, PLAIN_ROLE } from "./postgres-cluster.ts";
import { isSuper, owns, type PgTurn, searchPath } from "./postgres-context.ts";
import { refuse } from "./postgres-error.ts";
import { liveSessions } from "./postgres-locks.ts";
import { isSetting, normaliseSetting } from "./postgres-settings.ts";

/** What a statement on roles, rights or databases leaves. */
export interface ClusterChange {
  readonly cluster: PgCluster;
  readonly tag: string;
  readonly notices?: readonly string[];
}

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

const withRole = (cluster: PgCluster, name: string, role: PgRole): PgCluster => ({ ...cluster, roles: { ...cluster.roles, [name]: role } });

const mayManageRoles = (turn: PgTurn): boolean => isSuper(turn) || turn.cluster.roles[turn.session.user]?.canCreateRole === true;

const createRole = (turn: PgTurn, reader: TokenReader): ClusterChange => {
  reader.next();
  const isUser = reader.next().text === "user";
  const name = reader.name();
  reader.takeWord("with");
  const role = readOptions(reader, { ...PLAIN_ROLE, canLogin: isUser });
  reader.expectEnd();
  if (!mayManageRoles(turn))
    throw refuse("42501", "permission denied to create role", "Only roles with the CREATEROLE attribute may create roles.");
  if (turn.cluster.roles[name] !== undefined) throw refuse("42710", `role "${name}" already exists`);
  return { cluster: withRole(turn.cluster, name, role), tag: "CREATE ROLE" };
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

const readOptions = (reader: TokenReader, before: PgRole): PgRole => {
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

const alterRole = (turn: PgTurn, reader: TokenReader): ClusterChange => {
  reader.next();
  reader.next();
  const name = roleName(turn, reader);
  const role = turn.cluster.roles[name];
  const isOwn = name === turn.session.user;
  const demand = () => {
    if (role === undefined) throw refuse("42704", `role "${name}" does not exist`);
    if (!mayManageRoles(turn) && !isOwn)
      throw refuse(
        "42501",
        "permission denied to alter role",
        `Only roles with the CREATEROLE attribute and the ADMIN option on role "${name}" may alter this role.`,
      );
    return role;
  };
  if (reader.takeWord("rename", "to")) {
    const to = reader.name();
    reader.expectEnd();
    const known = demand();
    const { [name]: _old, ...others } = turn.cluster.roles;
    return { cluster: { ...turn.cluster, roles: { ...others, [to]: known } }, tag: "ALTER ROLE" };
  }
  if (reader.isWord("set") || reader.isWord("reset")) {
    const settings = readSetting(reader, role?.settings ?? {});
    return { cluster: withRole(turn.cluster, name, { ...demand(), settings }), tag: "ALTER ROLE" };
  }
  reader.takeWord("with");
  const changed = readOptions(reader, role ?? PLAIN_ROLE);
  reader.expectEnd();
  return { cluster: withRole(turn.cluster, name, { ...demand(), ...changed }), tag: "ALTER ROLE" };
};

const roleName = (turn: PgTurn, reader: TokenReader): string => {
  if (reader.takeOneOf("current_user", "current_role") !== undefined) return turn.session.user;
  return reader.takeWord("session_user") ? turn.session.sessionUser : reader.name();
};

/** `SET name = value`, `SET name TO value`, `RESET name`, `RESET ALL`, of a role, a database or the system. */
const readSetting = (reader: TokenReader, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const isReset = reader.next().text === "reset";
  if (isReset && reader.takeWord("all")) {
    reader.expectEnd();
    return {};
  }
  const name = reader.qualifiedName().parts.join(".").toLowerCase();
  if (!isSetting(name)) throw refuse("42704", `unrecognized configuration parameter "${name}"`);
  const { [name]: _before, ...others } = before;
  if (isReset) {
    reader.expectEnd();
    return others;
  }
  const value = readValue(reader, name);
  reader.expectEnd();
  return value === undefined ? others : { ...others, [name]: value };
};

/** What comes after the name of a setting; undefined: its default. */
export const readValue = (reader: TokenReader, name: string): string | undefined => {
  if (!reader.takeSign("=")) reader.expectWord("to");
  if (reader.takeWord("default")) return undefined;
  const parts = reader.list(() => {
    const isNegative = reader.takeSign("-");
    const token = reader.next();
    if (token.kind === "end" || token.kind === "sign") throw reader.error(token);
    return `${isNegative ? "-" : ""}${token.text}`;
  });
  const value = normaliseSetting(name, parts.join(", "));
  if (value === undefined)
    throw refuse(
      "22023",
      /^(default_tr|transaction_)/.test(name)
        ? `parameter "${name}" requires a Boolean value`
        : `invalid value for parameter "${name}": "${parts.join(", ")}"`,
    );
  return value;
};

const dropRole = (turn: PgTurn, reader: TokenReader): ClusterChange => {
  reader.next();
  reader.next();
  const ifThere = reader.takeWord("if", "exists");
  const names = reader.list(() => reader.name());
  reader.expectEnd();
  if (!mayManageRoles(turn))
    throw refuse(
      "42501",
      "permission denied to drop role",
      "Only roles with the CREATEROLE attribute and the ADMIN option on the target roles may drop roles.",
    );
  let { cluster } = turn;
  const notices: string[] = [];
  for (const name of names) {
    if (cluster.roles[name] === undefined) {
      if (!ifThere) throw refuse("42704", `role "${name}" does not exist`);
      notices.push(`role "${name}" does not exist, skipping`);
      continue;
    }
    if (name === turn.session.user) throw refuse("55006", "current user cannot be dropped");
    const holdings = holdingsOf(cluster, name, turn.session.database);
    if (holdings.length > 0)
      throw refuse("2BP01", `role "${name}" cannot be dropped because some objects depend on it`, holdings.join("\n"));
    const { [name]: _gone, ...roles } = cluster.roles;
    cluster = {
      ...cluster,
      roles: Object.fromEntries(
        Object.entries(roles).map(([other, role]) => [other, { ...role, memberOf: role.memberOf.filter((parent) => parent !== name) }]),
      ),
    };
  }
  return { cluster, tag: "DROP ROLE", notices };
};

const holdingsOf = ({ databases }: PgCluster, role: string, current: string): readonly string[] => {
  const found: string[] = [];
  for (const [database, { owner, rights, schemas }] of Object.entries(databases)) {
    if (owner === role) found.push(`owner of database ${database}`);
    if (rights[role] !== undefined) found.push(`privileges for database ${database}`);
    let elsewhere = 0;
    for (const [schema, { owner: schemaOwner, rights: schemaRights, tables }] of Object.entries(schemas)) {
      const lines = [
        ...(schemaOwner === role ? [`owner of schema ${schema}`] : []),
        ...(schemaRights[role] === undefined ? [] : [`privileges for schema ${schema}`]),
        ...Object.entries(tables).flatMap(([name, table]) => [
          ...(table.owner === role ? [`owner of table ${schema === "public" ? "" : `${schema}.`}${name}`] : []),
          ...(table.rights[role] === undefined ? [] : [`privileges for table ${schema === "public" ? "" : `${schema}.`}${name}`]),
        ]),
      ];
      if (database === current) found.push(...lines);
      else elsewhere += lines.length;
    }
    if (elsewhere > 0) found.push(`${elsewhere} object${elsewhere === 1 ? "" : "s"} in database ${database}`);
  }
  return found;
};

const createDatabase = (turn: PgTurn, reader: TokenReader): ClusterChange => {
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

const dropDatabase = (turn: PgTurn, reader: TokenReader): ClusterChange => {
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

const alterDatabase = (turn: PgTurn, reader: TokenReader): ClusterChange => {
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

const alterSystem = (turn: PgTurn, reader: TokenReader): ClusterChange => {
  reader.expectWord("alter", "system");
  if (!reader.isWord("set") && !reader.isWord("reset")) throw reader.error();
  const settings = readSetting(reader, turn.cluster.settings);
  if (!isSuper(turn)) throw refuse("42501", "permission denied to set parameter");
  return { cluster: { ...turn.cluster, settings }, tag: "ALTER SYSTEM" };
};

const ALL_RIGHTS: Readonly<Record<"table" | "schema" | "database" | "sequence", readonly string[]>> = {
  table: ["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER"],
  schema: ["USAGE", "CREATE"],
  database: ["CREATE", "CONNECT", "TEMPORARY"],
  sequence: ["USAGE", "SELECT", "UPDATE"],
};

const readRights = (reader: TokenReader): readonly string[] | "all" => {
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

const alterDefaults = (turn: PgTurn, reader: TokenReader): ClusterChange => {
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

const readGrantees = (turn: PgTurn, reader: TokenReader): readonly string[] => {
  const roles = reader.list(() => (reader.takeWord("public") ? "" : roleName(turn, reader)));
  if (reader.takeWord("with")) reader.expectWord("grant", "option");
  reader.takeOneOf("cascade", "restrict");
  reader.expectEnd();
  for (const role of roles)
    if (role !== "" && turn.cluster.roles[role] === undefined) throw refuse("42704", `role "${role}" does not exist`);
  return roles;
};

const changeRights = (rights: Rights, roles: readonly string[], given: readonly string[], isGrant: boolean): Rights => {
  const next: Record<string, readonly string[]> = { ...rights };
  for (const role of roles) {
    const kept = (next[role] ?? []).filter((right) => !given.includes(right));
    const list = isGrant ? [...kept, ...given] : kept;
    if (list.length === 0) delete next[role];
    else next[role] = list;
  }
  return next;
};

const grant = (turn: PgTurn, reader: TokenReader, isGrant: boolean): ClusterChange => {
  reader.next();
  if (!isGrant && reader.takeWord("grant")) reader.expectWord("option", "for");
  const tag = isGrant ? "GRANT" : "REVOKE";
  const mark = reader.mark;
  const given = readRights(reader);
  if (!reader.takeWord("on")) {
    reader.rewind(mark);
    return grantRoles(turn, reader, isGrant, tag);
  }
  const { what, names } = readTargets(turn, reader);
  reader.expectWord(isGrant ? "to" : "from");
  const roles = readGrantees(turn, reader);
  checkRights(given, what);
  return { cluster: ON[what](turn, names(), { roles, given, isGrant }), tag };
};

type Name = readonly string[];

interface Targets {
  readonly what: keyof typeof ON;
  /** Looked up once the statement is read to its end. */
  readonly names: () => readonly Name[];
}

const readTargets = (turn: PgTurn, reader: TokenReader): Targets => {
  if (reader.takeWord("all")) {
    const what = reader.takeOneOf("tables", "sequences");
    if (what === undefined) throw reader.error();
    reader.expectWord("in", "schema");
    const schemas = reader.list(() => reader.name());
    return what === "sequences"
      ? { what: "sequence", names: () => [] }
      : { what: "table", names: () => schemas.flatMap((schema) => tablesOf(turn, schema)) };
  }
  const what = reader.takeOneOf("table", "schema", "database", "sequence") ?? "table";
  const names = reader.list(() => reader.qualifiedName().parts);
  return { what, names: () => names };
};

const tablesOf = ({ schemas }: PgTurn, schema: string): readonly Name[] => {
  const found = schemas[schema];
  if (found === undefined) throw refuse("3F000", `schema "${schema}" does not exist`);
  return Object.keys(found.tables).map((name) => [schema, name]);
};

interface Grant {
  readonly roles: readonly string[];
  readonly given: readonly string[] | "all";
  readonly isGrant: boolean;
}

/** How rights on each sort of thing are changed. */
const ON = {
  database: (turn: PgTurn, names: readonly Name[], wish: Grant): PgCluster => {
    let { databases } = turn.cluster;
    for (const [name = ""] of names) {
      const database = databases[name];
      if (database === undefined) throw refuse("3D000", `database "${name}" does not exist`);
      databases = { ...databases, [name]: withRights(turn, "database", name, database, wish) };
    }
    return { ...turn.cluster, databases };
  },
  schema: (turn: PgTurn, names: readonly Name[], wish: Grant): PgCluster => {
    let { schemas } = turn;
    for (const [name = ""] of names) {
      const schema = schemas[name];
      if (schema === undefined) throw refuse("3F000", `schema "${name}" does not exist`);
      schemas = { ...schemas, [name]: withRights(turn, "schema", name, schema, wish) };
    }
    return inDatabase(turn, schemas);
  },
  table: (turn: PgTurn, names: readonly Name[], wish: Grant): PgCluster => {
    let { schemas } = turn;
    for (const { schema, name } of names.map((parts) => placeOf(turn, parts)))
      schemas = withTable(schemas, schema, name, withRights(turn, "table", name, tableOf(schemas, schema, name) as Table, wish));
    return inDatabase(turn, schemas);
  },
  sequence: ({ cluster }: PgTurn): PgCluster => cluster,
} as const;

const withRights = <T extends { readonly owner: string; readonly rights: Rights }>(
  turn: PgTurn,
  what: "database" | "schema" | "table",
  name: string,
  thing: T,
  { roles, given, isGrant }: Grant,
): T => {
  if (!owns(turn, thing.owner)) throw refuse("42501", `permission denied for ${what} ${name}`);
  return { ...thing, rights: changeRights(thing.rights, roles, given === "all" ? ALL_RIGHTS[what] : given, isGrant) };
};

const checkRights = (given: readonly string[] | "all", what: keyof typeof ALL_RIGHTS): void => {
  if (given === "all") return;
  for (const right of given) {
    if (ALL_RIGHTS[what].includes(right)) continue;
    if (Object.values(ALL_RIGHTS).some((rights) => rights.includes(right)))
      throw refuse("0LP01", `invalid privilege type ${right} for ${what === "table" ? "relation" : what}`);
    throw refuse("42601", `unrecognized privilege type "${right.toLowerCase()}"`);
  }
};

const placeOf = (turn: PgTurn, parts: readonly string[]): { readonly schema: string; readonly name: string } => {
  const [name = "", given] = [parts.at(-1), parts.at(-2)];
  const schema = given ?? searchPath(turn).find((candidate) => turn.schemas[candidate]?.tables[name] !== undefined);
  if (schema === undefined || turn.schemas[schema]?.tables[name] === undefined)
    throw refuse("42P01", `relation "${parts.join(".")}" does not exist`);
  return { schema, name };
};

const grantRoles = (turn: PgTurn, reader: TokenReader, isGrant: boolean, tag: string): ClusterChange => {
  const parents = reader.list(() => reader.name());
  reader.expectWord(isGrant ? "to" : "from");
  const members = reader.list(() => roleName(turn, reader));
  reader.expectEnd();
  for (const role of [...parents, ...members])
    if (turn.cluster.roles[role] === undefined) throw refuse("42704", `role "${role}" does not exist`);
  if (!mayManageRoles(turn))
    throw refuse(
      "42501",
      `permission denied to grant role "${parents[0]}"`,
      `Only roles with the ADMIN option on role "${parents[0]}" may grant this role.`,
    );
  let { cluster } = turn;
  for (const member of members) {
    const role = cluster.roles[member] as PgRole;
    if (isGrant)
      for (const parent of parents)
        if (isMember(cluster, parent, member)) throw refuse("0LP01", `role "${member}" is a member of role "${parent}"`);
    const kept = role.memberOf.filter((parent) => !parents.includes(parent));
    cluster = withRole(cluster, member, { ...role, memberOf: isGrant ? [...kept, ...parents] : kept });
  }
  return { cluster, tag: `${tag} ROLE` };
};

const inDatabase = (turn: PgTurn, schemas: PgTurn["schemas"]): PgCluster => {
  const database = turn.cluster.databases[turn.session.database] as PgCluster["databases"][string];
  return { ...turn.cluster, databases: { ...turn.cluster.databases, [turn.session.database]: { ...database, schemas } } };
};
