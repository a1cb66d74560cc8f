import type { Digest } from "#core/digest.ts";
import { err, ok, type Result } from "#core/result.ts";
import type { World } from "../../../kernel/world.ts";
import type { Process } from "../../../processes/process.ts";
import { printLines } from "../../../processes/process-output.ts";
import { checksumsOf, dataOf, EMPTY_DATA, type MongoData, type MongoDocument, type MongoRole, setData, volumeOf } from "./mongo-data.ts";
import { mongoLine } from "./mongo-log.ts";
import { mongodOptions } from "./mongod-options.ts";

/** An error as the server sends it: `errmsg`, `code`, `codeName`. */
export interface MongoError {
  readonly code: number;
  readonly codeName: string;
  readonly message: string;
}

/** A connection to a mongod, signed in or not. */
export interface MongoSession {
  readonly mongod: Process;
  /** `database.user`; undefined: not signed in. */
  readonly user?: string;
}

export type MongoResult<T> = Result<T, MongoError>;

/** Opens a connection without a login. */
export const openSession = (mongod: Process): MongoSession => ({ mongod });

/** Checks credentials without leaving a trace; for the flow, which asks again and again. */
export const checkCredentials = (world: World, mongod: Process, { user, password, database }: Credentials): MongoResult<MongoSession> => {
  const name = `${database}.${user}`;
  if (dataOrEmpty(world, mongod).users[name]?.password !== password) return err(AUTHENTICATION_FAILED);
  return ok({ mongod, user: name });
};

/** Signs in; a refusal is logged by the server. */
export const authenticate = (world: World, mongod: Process, credentials: Credentials): MongoResult<MongoSession> => {
  const result = checkCredentials(world, mongod, credentials);
  if (!result.ok) printLines(world, mongod, [describeFailedLogin(world, mongod, credentials)]);
  return result;
};

export interface Credentials {
  readonly user: string;
  readonly password: string;
  /** Database of the user. */
  readonly database: string;
}

/** Documents of a collection whose fields equal those of the filter. */
export const find = (
  world: World,
  session: MongoSession,
  database: string,
  collection: string,
  filter: MongoDocument = {},
): MongoResult<readonly MongoDocument[]> => {
  const denied = deny(
    world,
    session,
    database,
    "find",
    `{ find: "${collection}", filter: {}, lsid: { id: UUID("${lsid(session)}") }, $db: "${database}" }`,
  );
  if (denied !== undefined) return err(denied);
  const documents = dataOrEmpty(world, session.mongod).collections[`${database}.${collection}`] ?? [];
  const names = Object.keys(filter);
  return ok(names.length === 0 ? documents : documents.filter((document) => names.every((name) => document[name] === filter[name])));
};

/** Appends documents to a collection. */
export const insert = (
  world: World,
  session: MongoSession,
  database: string,
  collection: string,
  documents: readonly MongoDocument[],
): MongoResult<number> => {
  const denied = deny(
    world,
    session,
    database,
    "insert",
    `{ insert: "${collection}", ordered: true, lsid: { id: UUID("${lsid(session)}") }, $db: "${database}" }`,
  );
  if (denied !== undefined) return err(denied);
  const data = dataOrEmpty(world, session.mongod);
  const name = `${database}.${collection}`;
  const kept = data.collections[name];
  const all = kept === undefined || kept.length === 0 ? documents : [...kept, ...documents];
  setData(world, session.mongod, { ...data, collections: { ...data.collections, [name]: all } });
  return ok(documents.length);
};

/** Removes the documents whose fields equal those of the filter. */
export const removeDocuments = (
  world: World,
  session: MongoSession,
  database: string,
  collection: string,
  filter: MongoDocument,
): MongoResult<number> => {
  const denied = deny(world, session, database, "insert", `{ delete: "${collection}", ordered: true, $db: "${database}" }`);
  if (denied !== undefined) return err(denied);
  const data = dataOrEmpty(world, session.mongod);
  const name = `${database}.${collection}`;
  const kept = data.collections[name] ?? [];
  const left = kept.filter((document) => !Object.keys(filter).every((field) => document[field] === filter[field]));
  if (left.length !== kept.length) setData(world, session.mongod, { ...data, collections: { ...data.collections, [name]: left } });
  return ok(kept.length - left.length);
};

/** Names of the databases that hold collections or users. */
export const listDatabases = (world: World, session: MongoSession): MongoResult<readonly string[]> => {
  const denied = deny(world, session, "admin", "userAdmin", '{ listDatabases: 1.0, $db: "admin" }');
  if (denied !== undefined) return err(denied);
  const { users, collections } = dataOrEmpty(world, session.mongod);
  const names = [...Object.keys(users), ...Object.keys(collections)].map((name) => name.slice(0, name.indexOf(".")));
  return ok([...new Set(["admin", "config", "local", ...names])].sort());
};

/** Names of a database's collections. */
export const listCollections = (world: World, session: MongoSession, database: string): MongoResult<readonly string[]> => {
  const denied = deny(world, session, database, "find", `{ listCollections: 1.0, filter: {}, nameOnly: true, $db: "${database}" }`);
  if (denied !== undefined) return err(denied);
  const prefix = `${database}.`;
  return ok(
    Object.keys(dataOrEmpty(world, session.mongod).collections)
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length))
      .sort(),
  );
};

/** Checksums of a database's collections by their names. */
export const hashCollections = (world: World, session: MongoSession, database: string): MongoResult<Readonly<Record<string, string>>> => {
  const denied = deny(world, session, database, "find", `{ dbHash: 1.0, $db: "${database}" }`);
  if (denied !== undefined) return err(denied);
  const prefix = `${database}.`;
  const sums = Object.entries(checksumsOf(world, volumeOf(session.mongod))).filter(([name]) => name.startsWith(prefix));
  return ok(Object.fromEntries(sums.map(([name, sum]) => [name.slice(prefix.length), shortSum(sum)])));
};

/** As long as a sum of a real server, which are MD5. */
export const shortSum = (digest: Digest): string => digest.slice("sha256:".length, "sha256:".length + 32);

/** Authorization error of an action, without performing it; undefined: allowed. */
export const deny = (world: World, session: MongoSession, database: string, action: Action, command: string): MongoError | undefined => {
  if (!demandsAuth(session.mongod)) return undefined;
  const name = commandName(command);
  if (session.user === undefined) return { code: 13, codeName: "Unauthorized", message: `command ${name} requires authentication` };
  const roles = dataOrEmpty(world, session.mongod).users[session.user]?.roles ?? [];
  if (roles.some((role) => allows(role, database, action))) return undefined;
  return { code: 13, codeName: "Unauthorized", message: `not authorized on ${database} to execute command ${command}` };
};

/** Actions that a role may allow. */
export type Action = "find" | "insert" | "userAdmin";

/** True when a mongod's options demand that clients sign in. */
const demandsAuth = ({ start }: Process): boolean => {
  const options = mongodOptions(start);
  return options.ok && options.value.demandsAuth;
};

const AUTHENTICATION_FAILED: MongoError = { code: 18, codeName: "AuthenticationFailed", message: "Authentication failed." };

/** Data of a store; of a fresh one nothing. */
export const dataOrEmpty = (world: World, mongod: Process): MongoData => dataOf(world, mongod) ?? EMPTY_DATA;

const commandName = (command: string): string => /\{ (\w+)/.exec(command)?.[1] ?? "";

const lsid = ({ mongod }: MongoSession): string => `${mongod.podUid.slice(0, 8)}-0000-4000-8000-000000000001`;

const ROLE_ACTIONS: Readonly<Record<string, readonly Action[]>> = {
  read: ["find"],
  readWrite: ["find", "insert"],
  dbOwner: ["find", "insert", "userAdmin"],
  userAdmin: ["userAdmin"],
};

const ANYWHERE: Readonly<Record<string, readonly Action[]>> = {
  readAnyDatabase: ["find"],
  readWriteAnyDatabase: ["find", "insert"],
  userAdminAnyDatabase: ["userAdmin"],
  root: ["find", "insert", "userAdmin"],
};

const allows = ({ role, db }: MongoRole, database: string, action: Action): boolean =>
  (db === database && ROLE_ACTIONS[role]?.includes(action) === true) || (db === "admin" && ANYWHERE[role]?.includes(action) === true);

const describeFailedLogin = (world: World, mongod: Process, { user, database }: Credentials): string => {
  const isKnown = dataOrEmpty(world, mongod).users[`${database}.${user}`] !== undefined;
  const error = isKnown
    ? "AuthenticationFailed: SCRAM authentication failed, storedKey mismatch"
    : `UserNotFound: Could not find user "${user}" for db "${database}"`;
  return mongoLine(
    world.nowMs(),
    { component: "ACCESS", id: 20249, context: "conn", message: "Authentication failed" },
    { mechanism: "SCRAM-SHA-256", principalName: user, authenticationDatabase: database, error },
  );
};
