import { toTimestamp } from "#core/timestamp.ts";
import { chargeJson } from "#core/work-budget.ts";
import { parseRoles } from "#kube/app/store-script.ts";
import type { World } from "../../../kernel/world.ts";
import {
  authenticate,
  find,
  insert,
  listCollections,
  listDatabases,
  type MongoResult,
  type MongoSession,
  removeDocuments,
} from "../server/mongo-client.ts";
import type { MongoDocument } from "../server/mongo-data.ts";
import { createUser, dropUser, grantRoles, listUsers, revokeRoles, updateUser } from "../server/mongo-users.ts";
import { mongoVersion } from "../server/mongo-version.ts";
import type { Expression, Link, Statement } from "./javascript.ts";
import { COMMANDS, parseUserUpdate } from "./mongo-commands.ts";
import { CollectionHandle, Cursor, DatabaseHandle, display, MongoScriptError, take, WriteResult } from "./mongo-values.ts";
import { tojson } from "./tojson.ts";

/** Connected shell, for one call. */
export class MongoShell {
  readonly #world: World;
  #session: MongoSession;
  #database: string;
  #variables = new Map<string, unknown>();
  #printed = "";

  constructor(world: World, session: MongoSession, database: string) {
    this.#world = world;
    this.#session = session;
    this.#database = database;
  }

  /** Runs statements until one fails. @returns the output, and the error */
  run(statements: readonly Statement[]): { readonly printed: string; readonly failure: string | undefined } {
    try {
      for (const [index, statement] of statements.entries()) this.#runStatement(statement, index === statements.length - 1);
      return { printed: this.#printed, failure: undefined };
    } catch (error) {
      if (error instanceof MongoScriptError) return { printed: this.#printed, failure: error.message };
      throw error;
    }
  }

  #print(text: string): void {
    this.#printed += `${text}\n`;
  }

  #printEach(values: readonly unknown[]): void {
    for (const value of values) this.#print(tojson(value));
  }

  /** With --eval, only the value of the last statement is shown. */
  #runStatement(statement: Statement, isLast: boolean): void {
    switch (statement.kind) {
      case "use":
        this.#database = statement.database;
        return this.#print(`switched to db ${statement.database}`);
      case "show":
        return this.#show(statement.what);
      case "assign":
        this.#variables.set(statement.name, this.#evaluate(statement.value));
        return;
      case "value": {
        const value = this.#evaluate(statement.value);
        if (isLast && value !== undefined) this.#print(display(value));
      }
    }
  }

  #show(what: string): void {
    if (what === "dbs" || what === "databases") {
      for (const name of take(listDatabases(this.#world, this.#session))) this.#print(`${name.padEnd(16)}0.000GB`);
    } else if (what === "collections" || what === "tables") {
      for (const name of take(listCollections(this.#world, this.#session, this.#database))) this.#print(name);
    } else if (what === "users") {
      for (const user of this.#users(this.#database)) this.#print(tojson(user));
    } else throw new MongoScriptError(`uncaught exception: Error: don't know how to show [${what}]`);
  }

  #evaluate(expression: Expression): unknown {
    switch (expression.kind) {
      case "literal":
        return expression.value;
      case "object":
        return Object.fromEntries(expression.members.map(([name, value]) => [name, this.#evaluate(value)]));
      case "array":
        return expression.items.map((item) => this.#evaluate(item));
      case "chain":
        return this.#follow(expression.root, expression.links);
    }
  }

  #follow(root: string, links: readonly Link[]): unknown {
    const [first, ...rest] = links;
    if (first?.name === "" && first.args !== undefined)
      return rest.reduce(
        (value, link) => this.#member(value, link),
        this.#callGlobal(
          root,
          first.args.map((arg) => this.#evaluate(arg)),
        ),
      );
    const start = root === "db" ? new DatabaseHandle(this.#database) : root === "JSON" || root === "Object" ? root : this.#variable(root);
    return links.reduce((value, link) => this.#member(value, link), start as unknown);
  }

  #variable(name: string): unknown {
    if (this.#variables.has(name)) return this.#variables.get(name);
    throw new MongoScriptError(`uncaught exception: ReferenceError: ${name} is not defined :\n@(shell eval):1:1`);
  }

  #callGlobal(name: string, args: readonly unknown[]): unknown {
    const [first] = args;
    if (name === "print") return this.#print(args.map((arg) => (typeof arg === "string" ? arg : display(arg))).join(" "));
    if (name === "printjson") return this.#print(tojson(first));
    if (name === "tojson") return tojson(first);
    if (name === "quit") throw new MongoScriptError("");
    if (name === "ObjectId" || name === "ISODate" || name === "NumberInt" || name === "NumberLong" || name === "UUID")
      return first ?? toTimestamp(this.#world.nowMs());
    if (name === "Date") return toTimestamp(this.#world.nowMs());
    throw new MongoScriptError(`uncaught exception: ReferenceError: ${name} is not defined :\n@(shell eval):1:1`);
  }

  #member(value: unknown, { name, args }: Link): unknown {
    const given = args?.map((arg) => this.#evaluate(arg));
    if (value instanceof DatabaseHandle) return given === undefined ? value.collection(name) : this.#callDatabase(value, name, given);
    if (value instanceof CollectionHandle) return given === undefined ? value.child(name) : this.#callCollection(value, name, given);
    if (value instanceof Cursor) return given === undefined ? undefined : this.#callCursor(value, name, given);
    if (value === "JSON" && name === "stringify") return jsonOf(given?.[0]);
    if (Array.isArray(value) && name === "forEach") return this.#printEach(value);
    if (typeof value === "object" && value !== null && given === undefined) return (value as Readonly<Record<string, unknown>>)[name];
    throw new MongoScriptError(
      `uncaught exception: TypeError: ${typeof value === "string" ? value : "object"}.${name} is not a function :\n@(shell eval):1:1`,
    );
  }

  #callDatabase({ name: database }: DatabaseHandle, method: string, args: readonly unknown[]): unknown {
    const [first, second] = args;
    const [world, session] = [this.#world, this.#session];
    switch (method) {
      case "getSiblingDB":
      case "getDB":
        return new DatabaseHandle(`${first}`);
      case "getCollection":
        return new CollectionHandle(database, `${first}`);
      case "getName":
        return database;
      case "getCollectionNames":
        return take(listCollections(world, session, database));
      case "getUsers":
        return this.#users(database);
      case "getUser":
        return this.#users(database).find(({ user }) => user === first) ?? null;
      case "auth":
        return this.#signIn(database, args);
      case "createUser":
        return this.#createUser(database, first as UserDocument);
      case "dropUser":
        return this.#succeeds(dropUser(world, session, database, `${first}`), true);
      case "grantRolesToUser":
        return this.#succeeds(grantRoles(world, session, database, `${first}`, parseRoles(second, database)), undefined);
      case "revokeRolesFromUser":
        return this.#succeeds(revokeRoles(world, session, database, `${first}`, parseRoles(second, database)), undefined);
      case "updateUser":
        return this.#succeeds(updateUser(world, session, database, `${first}`, parseUserUpdate(second, database)), undefined);
      case "changeUserPassword":
        return this.#succeeds(updateUser(world, session, database, `${first}`, { pwd: `${second}` }), undefined);
      case "runCommand":
      case "adminCommand":
        return this.#runCommand(
          method === "adminCommand" ? "admin" : database,
          typeof first === "string" ? { [first]: 1 } : (first as MongoDocument),
        );
      case "version":
        return mongoVersion(session.mongod);
      case "hostInfo":
      case "serverStatus":
      case "stats":
        return { ok: 1 };
      default:
        throw new MongoScriptError(`uncaught exception: TypeError: db.${method} is not a function :\n@(shell eval):1:1`);
    }
  }

  #users(database: string): readonly { readonly user: string }[] {
    return take(listUsers(this.#world, this.#session, database)).map(({ user, db, roles }) => ({
      _id: `${db}.${user}`,
      user,
      db,
      roles,
      mechanisms: ["SCRAM-SHA-1", "SCRAM-SHA-256"],
    }));
  }

  #signIn(database: string, [user, password]: readonly unknown[]): number {
    const result = authenticate(this.#world, this.#session.mongod, { user: `${user}`, password: `${password}`, database });
    if (!result.ok) {
      this.#print(`Error: ${result.error.message}`);
      return 0;
    }
    this.#session = result.value;
    return 1;
  }

  #createUser(database: string, { user, pwd, roles }: UserDocument): unknown {
    const parsed = parseRoles(roles, database);
    take(createUser(this.#world, this.#session, database, { user: `${user}`, pwd: `${pwd}`, roles: parsed }));
    this.#print(`Successfully added user: ${tojson({ user, roles })}`);
    return undefined;
  }

  #succeeds<T>(result: MongoResult<void>, value: T): T {
    take(result);
    return value;
  }

  /** Runs a command; failures are returned as documents. */
  #runCommand(database: string, command: MongoDocument): MongoDocument {
    const [name = "", argument] = Object.entries(command)[0] ?? [];
    const run = COMMANDS[name];
    if (run === undefined) return { ok: 0, errmsg: `no such command: '${name}'`, code: 59, codeName: "CommandNotFound" };
    const result = run({ world: this.#world, session: this.#session, database, argument: `${argument}`, command });
    return result.ok
      ? { ...result.value, ok: 1 }
      : { ok: 0, errmsg: result.error.message, code: result.error.code, codeName: result.error.codeName };
  }

  #callCollection({ database, name }: CollectionHandle, method: string, args: readonly unknown[]): unknown {
    const [world, session] = [this.#world, this.#session];
    const filter = (args[0] ?? {}) as MongoDocument;
    const read = () => take(find(world, session, database, name, filter));
    switch (method) {
      case "find":
        return new Cursor(read());
      case "findOne":
        return read()[0] ?? null;
      case "count":
      case "countDocuments":
      case "estimatedDocumentCount":
        return read().length;
      case "insert":
      case "insertOne":
      case "insertMany": {
        const documents = (Array.isArray(args[0]) ? args[0] : [args[0]]) as readonly MongoDocument[];
        const count = take(insert(world, session, database, name, documents));
        return method === "insert"
          ? new WriteResult(`WriteResult({ "nInserted" : ${count} })`)
          : { acknowledged: true, insertedIds: documents.map((document) => document["_id"] ?? null) };
      }
      case "remove":
        return new WriteResult(`WriteResult({ "nRemoved" : ${take(removeDocuments(world, session, database, name, filter))} })`);
      case "deleteMany":
      case "deleteOne":
        return { acknowledged: true, deletedCount: take(removeDocuments(world, session, database, name, filter)) };
      case "drop":
        return take(removeDocuments(world, session, database, name, {})) > 0;
      case "getIndexes":
        return [{ v: 2, key: { _id: 1 }, name: "_id_" }];
      default:
        throw new MongoScriptError(`uncaught exception: TypeError: db.${name}.${method} is not a function :\n@(shell eval):1:1`);
    }
  }

  #callCursor(cursor: Cursor, method: string, [first]: readonly unknown[]): unknown {
    const { documents } = cursor;
    if (method === "count" || method === "size" || method === "itcount") return documents.length;
    if (method === "limit") return new Cursor(documents.slice(0, Number(first)));
    if (method === "skip") return new Cursor(documents.slice(Number(first)));
    if (method === "toArray") return documents;
    if (method === "forEach") return this.#printEach(documents);
    if (method === "pretty" || method === "sort") return cursor;
    throw new MongoScriptError(`uncaught exception: TypeError: cursor.${method} is not a function :\n@(shell eval):1:1`);
  }
}

interface UserDocument {
  readonly user?: unknown;
  readonly pwd?: unknown;
  readonly roles?: unknown;
}

const jsonOf = (value: unknown): string => {
  chargeJson(value);
  return JSON.stringify(value);
};
