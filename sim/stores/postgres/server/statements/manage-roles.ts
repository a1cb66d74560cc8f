import type { TokenReader } from "../../../sql/read-tokens.ts";
import type { PgCluster, PgRole } from "../postgres-cluster.ts";
import { isSuper, type PgTurn } from "../postgres-context.ts";

/** True when the session may make and change roles. */
export const mayManageRoles = (turn: PgTurn): boolean => isSuper(turn) || turn.cluster.roles[turn.session.user]?.canCreateRole === true;

/** The cluster with a role made or changed. */
export const withRole = (cluster: PgCluster, name: string, role: PgRole): PgCluster => ({
  ...cluster,
  roles: { ...cluster.roles, [name]: role },
});

/** Name of a role, or the current or session user by keyword. */
export const roleName = (turn: PgTurn, reader: TokenReader): string => {
  if (reader.takeOneOf("current_user", "current_role") !== undefined) return turn.session.user;
  return reader.takeWord("session_user") ? turn.session.sessionUser : reader.name();
};
