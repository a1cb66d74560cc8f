import { err, ok } from "#core/result.ts";
import type { World } from "../../../kernel/world.ts";
import { dataOrEmpty, deny, type MongoResult, type MongoSession } from "./mongo-client.ts";
import { type MongoData, type MongoRole, type MongoUser, setData } from "./mongo-data.ts";

/** The users of a database, sorted by name. */
export const listUsers = (
  world: World,
  session: MongoSession,
  database: string,
): MongoResult<readonly { readonly user: string; readonly db: string; readonly roles: readonly MongoRole[] }[]> => {
  const denied = deny(world, session, database, "userAdmin", `{ usersInfo: 1.0, $db: "${database}" }`);
  if (denied !== undefined) return err(denied);
  const prefix = `${database}.`;
  const { users } = dataOrEmpty(world, session.mongod);
  const names = Object.keys(users)
    .filter((name) => name.startsWith(prefix))
    .sort();
  return ok(names.map((name) => ({ user: name.slice(prefix.length), db: database, roles: users[name]?.roles ?? [] })));
};

/** Creates a user in a database. */
export const createUser = (
  world: World,
  session: MongoSession,
  database: string,
  user: { readonly user: string; readonly pwd: string; readonly roles: readonly MongoRole[] },
): MongoResult<void> =>
  changeUsers(world, session, database, `{ createUser: "${user.user}", pwd: "xxx", roles: [], $db: "${database}" }`, (data) => {
    const name = `${database}.${user.user}`;
    if (data.users[name] !== undefined)
      return err({ code: 51003, codeName: "Location51003", message: `User "${user.user}@${database}" already exists` });
    return ok({ ...data, users: { ...data.users, [name]: { password: user.pwd, roles: user.roles } } });
  });

/** Removes a user. */
export const dropUser = (world: World, session: MongoSession, database: string, user: string): MongoResult<void> =>
  changeUser(world, session, { database, user, command: "dropUser" }, () => undefined);

/** Adds roles to a user; those it has stay. */
export const grantRoles = (
  world: World,
  session: MongoSession,
  database: string,
  user: string,
  roles: readonly MongoRole[],
): MongoResult<void> =>
  changeUser(world, session, { database, user, command: "grantRolesToUser" }, (known) => ({
    ...known,
    roles: [...known.roles.filter((role) => !hasRole(roles, role)), ...roles],
  }));

/** Takes roles from a user; those it does not have are none. */
export const revokeRoles = (
  world: World,
  session: MongoSession,
  database: string,
  user: string,
  roles: readonly MongoRole[],
): MongoResult<void> =>
  changeUser(world, session, { database, user, command: "revokeRolesFromUser" }, (known) => ({
    ...known,
    roles: known.roles.filter((role) => !hasRole(roles, role)),
  }));

/** Replaces a user's roles, its password or both; what is not given stays. */
export const updateUser = (
  world: World,
  session: MongoSession,
  database: string,
  user: string,
  { roles, pwd }: { readonly roles?: readonly MongoRole[] | undefined; readonly pwd?: string | undefined },
): MongoResult<void> =>
  changeUser(world, session, { database, user, command: "updateUser" }, (known) => ({
    password: pwd ?? known.password,
    roles: roles ?? known.roles,
  }));

const hasRole = (roles: readonly MongoRole[], { role, db }: MongoRole): boolean =>
  roles.some((other) => other.role === role && other.db === db);

interface UserChange {
  readonly database: string;
  readonly user: string;
  readonly command: string;
}

const changeUser = (
  world: World,
  session: MongoSession,
  { database, user, command }: UserChange,
  change: (user: MongoUser) => MongoUser | undefined,
): MongoResult<void> =>
  changeUsers(world, session, database, `{ ${command}: "${user}", $db: "${database}" }`, (data) => {
    const name = `${database}.${user}`;
    const known = data.users[name];
    if (known === undefined)
      return err({ code: 11, codeName: "UserNotFound", message: `Could not find user "${user}" for db "${database}"` });
    const changed = change(known);
    const { [name]: _dropped, ...others } = data.users;
    return ok({ ...data, users: changed === undefined ? others : { ...data.users, [name]: changed } });
  });

/** The first user of a store may be made without signing in, from the same host. */
const changeUsers = (
  world: World,
  session: MongoSession,
  database: string,
  command: string,
  change: (data: MongoData) => MongoResult<MongoData>,
): MongoResult<void> => {
  const data = dataOrEmpty(world, session.mongod);
  const denied = Object.keys(data.users).length === 0 ? undefined : deny(world, session, database, "userAdmin", command);
  if (denied !== undefined) return err(denied);
  const changed = change(data);
  if (!changed.ok) return changed;
  setData(world, session.mongod, changed.value);
  return ok(undefined);
};
