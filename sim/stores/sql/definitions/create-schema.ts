import type { SqlContext } from "../scope.ts";
import { SqlError } from "../sql-error.ts";
import { type Definition, done, type Statement } from "./definition.ts";

/** `CREATE SCHEMA`. */
export const createSchema = (context: SqlContext, { name, ifMissing, owner }: Statement<"create-schema">, role: string): Definition => {
  if (Object.hasOwn(context.schemas, name)) {
    if (ifMissing) return done(context.schemas, [], [`schema "${name}" already exists, skipping`]);
    throw new SqlError("schema-exists", [name]);
  }
  return done({ ...context.schemas, [name]: { owner: owner ?? role, tables: {}, rights: {} } });
};
