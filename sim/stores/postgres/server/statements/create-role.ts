import type { TokenReader } from "../../../sql/read-tokens.ts";
import { PLAIN_ROLE } from "../postgres-cluster.ts";
import type { PgTurn } from "../postgres-context.ts";
import { refuse } from "../postgres-error.ts";
import type { ClusterChange } from "./cluster-change.ts";
import { mayManageRoles, withRole } from "./manage-roles.ts";
import { readRoleOptions } from "./role-options.ts";

/** `CREATE ROLE`, `CREATE USER`. */
export const createRole = (turn: PgTurn, reader: TokenReader): ClusterChange => {
  reader.next();
  const isUser = reader.next().text === "user";
  const name = reader.name();
  reader.takeWord("with");
  const role = readRoleOptions(reader, { ...PLAIN_ROLE, canLogin: isUser });
  reader.expectEnd();
  if (!mayManageRoles(turn))
    throw refuse("42501", "permission denied to create role", "Only roles with the CREATEROLE attribute may create roles.");
  if (turn.cluster.roles[name] !== undefined) throw refuse("42710", `role "${name}" already exists`);
  return { cluster: withRole(turn.cluster, name, role), tag: "CREATE ROLE" };
};
