import { digestJson } from "#core/digest.ts";
import { parseRoles } from "#kube/app/store-script.ts";
import type { World } from "../../../kernel/world.ts";
import { hashCollections, listDatabases, type MongoResult, type MongoSession, shortSum } from "../server/mongo-client.ts";
import type { MongoDocument, MongoRole } from "../server/mongo-data.ts";
import { createUser, dropUser, grantRoles, listUsers, revokeRoles, updateUser } from "../server/mongo-users.ts";
import { mongoVersion } from "../server/mongo-version.ts";

/** Commands by name, as `db.runCommand` takes them. */
export const COMMANDS: Readonly<Record<string, (context: CommandContext) => MongoResult<MongoDocument>>> = {
  ping: () => done(),
  hello: () => done({ isWritablePrimary: true }),
  isMaster: () => done({ ismaster: true }),
  buildInfo: ({ session }) => done({ version: mongoVersion(session.mongod) }),
  connectionStatus: ({ session }) =>
    done({
      authInfo: {
        authenticatedUsers:
          session.user === undefined
            ? []
            : [{ user: session.user.slice(session.user.indexOf(".") + 1), db: session.user.slice(0, session.user.indexOf(".")) }],
      },
    }),
  usersInfo: ({ world, session, database }) => {
    const users = listUsers(world, session, database);
    return users.ok ? done({ users: users.value }) : users;
  },
  createUser: ({ world, session, database, argument, command }) =>
    asDocument(
      createUser(world, session, database, { user: argument, pwd: `${command["pwd"]}`, roles: parseRoles(command["roles"], database) }),
    ),
  updateUser: ({ world, session, database, argument, command }) =>
    asDocument(updateUser(world, session, database, argument, parseUserUpdate(command, database))),
  dropUser: ({ world, session, database, argument }) => asDocument(dropUser(world, session, database, argument)),
  grantRolesToUser: ({ world, session, database, argument, command }) =>
    asDocument(grantRoles(world, session, database, argument, parseRoles(command["roles"], database))),
  revokeRolesFromUser: ({ world, session, database, argument, command }) =>
    asDocument(revokeRoles(world, session, database, argument, parseRoles(command["roles"], database))),
  dbHash: ({ world, session, database }) => {
    const sums = hashCollections(world, session, database);
    return sums.ok ? done({ collections: sums.value, md5: shortSum(digestJson(sums.value)) }) : sums;
  },
  listDatabases: ({ world, session }) => {
    const names = listDatabases(world, session);
    return names.ok ? done({ databases: names.value.map((name) => ({ name })) }) : names;
  },
};

/** Reads what a document changes of a user: its roles, its password or both. */
export const parseUserUpdate = (update: unknown, database: string): { readonly roles?: readonly MongoRole[]; readonly pwd?: string } => {
  const { roles, pwd } = (update ?? {}) as MongoDocument;
  return { ...(roles !== undefined && { roles: parseRoles(roles, database) }), ...(pwd !== undefined && { pwd: `${pwd}` }) };
};

/** Context in which a command runs. */
export interface CommandContext {
  readonly world: World;
  readonly session: MongoSession;
  readonly database: string;
  readonly argument: string;
  readonly command: MongoDocument;
}

const done = (value: MongoDocument = {}): MongoResult<MongoDocument> => ({ ok: true, value });

const asDocument = (result: MongoResult<unknown>): MongoResult<MongoDocument> => (result.ok ? done() : result);
