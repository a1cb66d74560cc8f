import type { TokenReader } from "../../../sql/read-tokens.ts";
import { isMember, type PgRole } from "../postgres-cluster.ts";
import type { PgTurn } from "../postgres-context.ts";
import { refuse } from "../postgres-error.ts";
import type { ClusterChange } from "./cluster-change.ts";
import { mayManageRoles, roleName, withRole } from "./manage-roles.ts";

/** `GRANT` and `REVOKE` of role membership. */
export const grantRoles = (turn: PgTurn, reader: TokenReader, isGrant: boolean, tag: string): ClusterChange => {
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
