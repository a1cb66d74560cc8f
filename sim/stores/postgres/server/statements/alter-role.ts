import type { TokenReader } from "../../../sql/read-tokens.ts";
import { PLAIN_ROLE } from "../postgres-cluster.ts";
import type { PgTurn } from "../postgres-context.ts";
import { refuse } from "../postgres-error.ts";
import type { ClusterChange } from "./cluster-change.ts";
import { mayManageRoles, roleName, withRole } from "./manage-roles.ts";
import { readSetting } from "./read-setting.ts";
import { readRoleOptions } from "./role-options.ts";

/** `ALTER ROLE`: another name, settings, attributes. */
export const alterRole = (turn: PgTurn, reader: TokenReader): ClusterChange => {
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
  const changed = readRoleOptions(reader, role ?? PLAIN_ROLE);
  reader.expectEnd();
  return { cluster: withRole(turn.cluster, name, { ...demand(), ...changed }), tag: "ALTER ROLE" };
};
