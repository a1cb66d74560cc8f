import type { TokenReader } from "../../../sql/read-tokens.ts";
import type { PgCluster } from "../postgres-cluster.ts";
import type { PgTurn } from "../postgres-context.ts";
import { refuse } from "../postgres-error.ts";
import type { ClusterChange } from "./cluster-change.ts";
import { mayManageRoles } from "./manage-roles.ts";

/** `DROP ROLE`: only those on whom nothing depends. */
export const dropRole = (turn: PgTurn, reader: TokenReader): ClusterChange => {
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
