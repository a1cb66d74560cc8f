import type { MongoError, MongoResult } from "../server/mongo-client.ts";
import type { MongoDocument } from "../server/mongo-data.ts";
import { tojson, tojsonOneLine } from "./tojson.ts";

/** Raised by statements and caught by `run`. */
export class MongoScriptError extends Error {}

/** `db`, or another database. */
export class DatabaseHandle {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  collection(name: string): CollectionHandle {
    return new CollectionHandle(this.name, name);
  }
}

/** A collection of a database, perhaps one with dots in its name. */
export class CollectionHandle {
  readonly database: string;
  readonly name: string;

  constructor(database: string, name: string) {
    this.database = database;
    this.name = name;
  }

  child(name: string): CollectionHandle {
    return new CollectionHandle(this.database, `${this.name}.${name}`);
  }
}

/** Cursor that `find` returns. */
export class Cursor {
  readonly documents: readonly MongoDocument[];

  constructor(documents: readonly MongoDocument[]) {
    this.documents = documents;
  }
}

/** Result of a write, as the shell prints it. */
export class WriteResult {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value as the shell prints it. */
export const display = (value: unknown): string => {
  if (value instanceof WriteResult) return value.text;
  if (value instanceof DatabaseHandle) return value.name;
  if (value instanceof CollectionHandle) return `${value.database}.${value.name}`;
  if (value instanceof Cursor) {
    const lines = value.documents.slice(0, BATCH).map(tojsonOneLine);
    return [...lines, ...(value.documents.length > BATCH ? ['Type "it" for more'] : [])].join("\n");
  }
  return typeof value === "string" ? value : tojson(value);
};

const BATCH = 20;

/** Value of a successful result; a failed one ends the script. */
export const take = <T>(result: MongoResult<T>): T => {
  if (result.ok) return result.value;
  throw new MongoScriptError(describeError(result.error));
};

const describeError = ({ message }: MongoError): string =>
  `uncaught exception: Error: ${message} :\n_getErrorWithCode@src/mongo/shell/utils.js:25:13\n@(shell eval):1:1`;
