import type { TokenReader } from "../../../sql/read-tokens.ts";
import { type Rights, type Table, tableOf, withTable } from "../../../sql/tables.ts";
import type { PgCluster } from "../postgres-cluster.ts";
import { owns, type PgTurn, searchPath } from "../postgres-context.ts";
import { refuse } from "../postgres-error.ts";
import type { ClusterChange } from "./cluster-change.ts";
import { grantRoles } from "./grant-roles.ts";
import { ALL_RIGHTS, changeRights, checkRights, readGrantees, readRights } from "./rights.ts";

/** `GRANT` and `REVOKE`, of rights and of roles. */
export const grant = (turn: PgTurn, reader: TokenReader, isGrant: boolean): ClusterChange => {
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
  /** Names, resolved once the statement is parsed to its end. */
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

/** Changes of privileges, by kind of object. */
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

const placeOf = (turn: PgTurn, parts: readonly string[]): { readonly schema: string; readonly name: string } => {
  const [name = "", given] = [parts.at(-1), parts.at(-2)];
  const schema = given ?? searchPath(turn).find((candidate) => turn.schemas[candidate]?.tables[name] !== undefined);
  if (schema === undefined || turn.schemas[schema]?.tables[name] === undefined)
    throw refuse("42P01", `relation "${parts.join(".")}" does not exist`);
  return { schema, name };
};

const inDatabase = (turn: PgTurn, schemas: PgTurn["schemas"]): PgCluster => {
  const database = turn.cluster.databases[turn.session.database] as PgCluster["databases"][string];
  return { ...turn.cluster, databases: { ...turn.cluster.databases, [turn.session.database]: { ...database, schemas } } };
};
