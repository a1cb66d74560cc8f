import { err, ok, type Result } from "#core/result.ts";

/** A user that an init script creates. */
export interface ScriptedUser {
  readonly database: string;
  readonly user: string;
  readonly pwd: string;
  readonly roles: readonly ScriptedRole[];
}

/** A role on a database. */
export interface ScriptedRole {
  readonly role: string;
  readonly db: string;
}

/**
 * Reads which users a script creates: `createUser({...})` on `db`, on `db.getSiblingDB("x")`, or on a variable that holds one;
 * `use x` of the shell counts too.
 * @returns the users in order, or the first argument that is no object literal
 */
export const parseInitScript = (text: string): Result<readonly ScriptedUser[], string> => {
  const databases = new Map([["db", "test"]]);
  const users: ScriptedUser[] = [];
  for (const match of text.matchAll(STATEMENT)) {
    const { variable, sibling, used, target, targetSibling, literal } = match.groups ?? {};
    if (used !== undefined) databases.set("db", used);
    if (variable !== undefined && sibling !== undefined) databases.set(variable, sibling);
    if (literal === undefined) continue;
    const user = parseLiteral(literal);
    if (user === undefined) return err(literal);
    users.push(scriptedUser(targetSibling ?? databases.get(target ?? "db") ?? "test", user));
  }
  return ok(users);
};

const STATEMENT = new RegExp(
  [
    String.raw`(?:^|[\s;])use\s+(?<used>[\w-]+)`,
    String.raw`(?<variable>\w+)\s*=\s*db\.getSiblingDB\(\s*["'](?<sibling>[\w-]+)["']\s*\)`,
    String.raw`(?:db\.getSiblingDB\(\s*["'](?<targetSibling>[\w-]+)["']\s*\)|(?<target>\w+))\.createUser\(\s*(?<literal>\{[\s\S]*?\})\s*\)`,
  ].join("|"),
  "gm",
);

/** Object literals of JavaScript as far as scripts for users write them: bare keys, either quotes, trailing commas. */
const parseLiteral = (text: string): Readonly<Record<string, unknown>> | undefined => {
  const json = text
    .replaceAll(/'([^'\\]*)'/g, '"$1"')
    .replaceAll(/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":')
    .replaceAll(/,(\s*[}\]])/g, "$1");
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
};

const scriptedUser = (database: string, literal: Readonly<Record<string, unknown>>): ScriptedUser => ({
  database,
  user: `${literal["user"]}`,
  pwd: `${literal["pwd"]}`,
  roles: parseRoles(literal["roles"], database),
});

/** Roles as the shell takes them: names mean the user's own database. */
export const parseRoles = (roles: unknown, database: string): readonly ScriptedRole[] =>
  (Array.isArray(roles) ? roles : []).map((role: unknown) =>
    typeof role === "object" && role !== null
      ? { role: `${(role as { role?: unknown }).role}`, db: `${(role as { db?: unknown }).db ?? database}` }
      : { role: `${role}`, db: database },
  );
