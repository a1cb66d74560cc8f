import type { TokenReader } from "../../sql/read-tokens.ts";
import { ALL_RIGHTS, type MysqlData, type MysqlUser, plainUser } from "./mysql-data.ts";
import { refuse } from "./mysql-error.ts";
import { accountOfSession, demandServer, hasRight, hostOf, type MysqlTurn } from "./mysql-rights.ts";
import { readAccount } from "./read-account.ts";

/** Reads and carries out a statement on users and their rights; undefined when the next words begin none. */
export const changeAccounts = (turn: MysqlTurn, reader: TokenReader): MysqlData | undefined => {
  if (reader.takeWord("create", "user")) return createUsers(turn, reader);
  if (reader.takeWord("alter", "user")) return alterUsers(turn, reader);
  if (reader.takeWord("drop", "user")) return dropUsers(turn, reader);
  if (reader.takeWord("rename", "user")) return renameUser(turn, reader);
  if (reader.takeWord("set", "password")) return setPassword(turn, reader);
  if (reader.takeWord("grant")) return grant(turn, reader);
  if (reader.takeWord("revoke")) return revoke(turn, reader);
  if (!reader.takeWord("flush")) return undefined;
  const what = reader.takeOneOf("privileges", "tables", "logs", "status", "hosts", "user_resources");
  if (what === undefined) throw reader.error();
  reader.expectEnd();
  demandServer(turn, "RELOAD", "RELOAD");
  return turn.data;
};

const withUser = (data: MysqlData, account: string, user: MysqlUser | undefined): MysqlData => {
  const { [account]: _before, ...others } = data.users;
  return { ...data, users: user === undefined ? others : { ...others, [account]: user } };
};

interface Identified {
  readonly account: string;
  readonly password: string | undefined;
}

const readIdentified = (turn: MysqlTurn, reader: TokenReader): Identified => {
  const account = readAccount(turn, reader);
  let password: string | undefined;
  if (reader.takeWord("identified")) {
    if (reader.takeWord("with")) {
      const plugin = reader.next();
      if (plugin.kind === "sign" || plugin.kind === "end") throw reader.error(plugin);
    }
    if (reader.takeWord("by")) password = reader.text();
  }
  return { account, password };
};

const readLock = (reader: TokenReader): Partial<MysqlUser> => {
  let change: Partial<MysqlUser> = {};
  for (;;) {
    if (reader.takeWord("account")) {
      const word = reader.takeOneOf("lock", "unlock");
      if (word === undefined) throw reader.error();
      change = { ...change, isLocked: word === "lock" };
    } else if (reader.takeWord("with", "max_user_connections")) change = { ...change, connectionsMax: reader.integer() };
    else if (reader.takeWord("password", "expire")) {
      if (!reader.takeWord("never")) reader.takeWord("default");
    } else if (reader.takeWord("require", "none")) continue;
    else return change;
  }
};

const createUsers = (turn: MysqlTurn, reader: TokenReader): MysqlData => {
  const ifMissing = reader.takeWord("if", "not", "exists");
  const wanted = reader.list(() => readIdentified(turn, reader));
  const change = readLock(reader);
  reader.expectEnd();
  demandServer(turn, "CREATE USER");
  let { data } = turn;
  for (const { account, password = "" } of wanted) {
    if (data.users[account] !== undefined) {
      if (ifMissing) continue;
      throw refuse(1396, "HY000", `Operation CREATE USER failed for ${quoted(account)}`);
    }
    const [user = "", host = "%"] = account.split("@");
    data = withUser(data, account, { ...plainUser(user, host, password), ...change });
  }
  return data;
};

const quoted = (account: string): string => `'${account.replace("@", "'@'")}'`;

const alterUsers = (turn: MysqlTurn, reader: TokenReader): MysqlData => {
  const ifThere = reader.takeWord("if", "exists");
  const isOwn = reader.isWord("user");
  if (isOwn) {
    reader.next();
    reader.expectSign("(");
    reader.expectSign(")");
  }
  const wanted = isOwn ? [readOwn(turn, reader)] : reader.list(() => readIdentified(turn, reader));
  const change = readLock(reader);
  reader.expectEnd();
  if (wanted.some(({ account }) => account !== turn.session.account)) demandServer(turn, "CREATE USER");
  let { data } = turn;
  for (const { account, password } of wanted) {
    const user = data.users[account];
    if (user === undefined) {
      if (ifThere) continue;
      throw refuse(1396, "HY000", `Operation ALTER USER failed for ${quoted(account)}`);
    }
    data = withUser(data, account, { ...user, ...change, password: password ?? user.password });
  }
  return data;
};

const readOwn = (turn: MysqlTurn, reader: TokenReader): Identified => {
  reader.expectWord("identified", "by");
  return { account: turn.session.account, password: reader.text() };
};

const dropUsers = (turn: MysqlTurn, reader: TokenReader): MysqlData => {
  const ifThere = reader.takeWord("if", "exists");
  const accounts = reader.list(() => readAccount(turn, reader));
  reader.expectEnd();
  demandServer(turn, "CREATE USER");
  const missing = accounts.filter((account) => turn.data.users[account] === undefined);
  if (missing.length > 0 && !ifThere) throw refuse(1396, "HY000", `Operation DROP USER failed for ${missing.map(quoted).join(",")}`);
  return accounts.reduce((data, account) => withUser(data, account, undefined), turn.data);
};

const renameUser = (turn: MysqlTurn, reader: TokenReader): MysqlData => {
  const from = readAccount(turn, reader);
  reader.expectWord("to");
  const to = readAccount(turn, reader);
  reader.expectEnd();
  demandServer(turn, "CREATE USER");
  const known = turn.data.users[from];
  if (known === undefined || turn.data.users[to] !== undefined)
    throw refuse(1396, "HY000", `Operation RENAME USER failed for ${quoted(from)}`);
  const [user = "", host = "%"] = to.split("@");
  return withUser(withUser(turn.data, from, undefined), to, { ...known, user, host });
};

const setPassword = (turn: MysqlTurn, reader: TokenReader): MysqlData => {
  const account = reader.takeWord("for") ? readAccount(turn, reader) : turn.session.account;
  reader.expectSign("=");
  const password = reader.text();
  reader.expectEnd();
  const user = turn.data.users[account];
  if (account !== turn.session.account) demandServer(turn, "CREATE USER");
  if (user === undefined) throw refuse(1133, "42000", "Can't find any matching row in the user table");
  return withUser(turn.data, account, { ...user, password });
};

/** Rights of one word or of several, in capitals; `ALL` is all that the place has. */
const readRights = (reader: TokenReader): readonly string[] =>
  reader.list(() => {
    const words: string[] = [];
    while (!reader.isSign(",") && !reader.isWord("on") && !reader.isWord("from") && !reader.isWord("to") && !reader.isAtEnd) {
      const token = reader.next();
      if (token.kind !== "word") throw reader.error(token);
      words.push(token.text.toUpperCase());
    }
    const right = words.join(" ").replace(/^ALL PRIVILEGES$/, "ALL");
    if (right !== "ALL" && right !== "USAGE" && right !== "GRANT OPTION" && !ALL_RIGHTS.includes(right)) throw reader.error();
    return right;
  });

const readScope = (turn: MysqlTurn, reader: TokenReader): string => {
  reader.takeWord("table");
  if (reader.takeSign("*")) {
    if (!reader.takeSign(".")) return `${turn.session.database}.*`;
    reader.expectSign("*");
    return "*.*";
  }
  const first = reader.name();
  if (!reader.takeSign(".")) {
    if (turn.session.database === "") throw refuse(1046, "3D000", "No database selected");
    return `${turn.session.database}.${first}`;
  }
  return `${first}.${reader.takeSign("*") ? "*" : reader.name()}`;
};

const SERVER_RIGHTS = new Set([
  "RELOAD",
  "SHUTDOWN",
  "PROCESS",
  "FILE",
  "SHOW DATABASES",
  "SUPER",
  "REPLICATION SLAVE",
  "REPLICATION CLIENT",
  "CREATE USER",
  "CREATE TABLESPACE",
  "CREATE ROLE",
  "DROP ROLE",
]);

const expand = (rights: readonly string[], scope: string): readonly string[] =>
  rights.flatMap((right) =>
    right === "ALL"
      ? scope === "*.*"
        ? ALL_RIGHTS
        : ALL_RIGHTS.filter((one) => !SERVER_RIGHTS.has(one))
      : right === "USAGE"
        ? []
        : [right],
  );

const demandGrant = (turn: MysqlTurn, scope: string): void => {
  const [database = "", table = ""] = scope.split(".");
  if (hasRight(accountOfSession(turn), "GRANT OPTION", database, table)) return;
  throw scope === "*.*"
    ? refuse(1045, "28000", `Access denied for user '${turn.session.user}'@'${hostOf(turn.session)}' (using password: YES)`)
    : refuse(
        1044,
        "42000",
        `Access denied for user '${turn.session.user}'@'${turn.session.account.split("@")[1]}' to database '${database}'`,
      );
};

const grant = (turn: MysqlTurn, reader: TokenReader): MysqlData => {
  const rights = readRights(reader);
  reader.expectWord("on");
  const scope = readScope(turn, reader);
  reader.expectWord("to");
  const wanted = reader.list(() => readIdentified(turn, reader));
  const withOption = reader.takeWord("with", "grant", "option");
  reader.expectEnd();
  demandGrant(turn, scope);
  checkScope(turn, rights, scope);
  let { data } = turn;
  for (const { account, password } of wanted) {
    const user = data.users[account];
    const isOld = turn.state.version.product === "mariadb" || turn.state.version.version.startsWith("5.");
    if (user === undefined && !(isOld && password !== undefined))
      throw refuse(1410, "42000", "You are not allowed to create a user with GRANT");
    const [name = "", host = "%"] = account.split("@");
    const known = user ?? plainUser(name, host, password ?? "");
    const list = [...new Set([...(known.grants[scope] ?? []), ...expand(rights, scope), ...(withOption ? ["GRANT OPTION"] : [])])];
    data = withUser(data, account, {
      ...known,
      password: password ?? known.password,
      grants: list.length === 0 ? known.grants : { ...known.grants, [scope]: list },
    });
  }
  return data;
};

const checkScope = (turn: MysqlTurn, rights: readonly string[], scope: string): void => {
  const [database = "", table = ""] = scope.split(".");
  if (scope !== "*.*" && rights.some((right) => SERVER_RIGHTS.has(right)))
    throw refuse(1221, "HY000", "Incorrect usage of DB GRANT and GLOBAL PRIVILEGES");
  if (table !== "*" && turn.data.schemas[database]?.tables[table] === undefined)
    throw refuse(1146, "42S02", `Table '${database}.${table}' doesn't exist`);
};

const revoke = (turn: MysqlTurn, reader: TokenReader): MysqlData => {
  const rights = readRights(reader);
  const isEverything = reader.isWord("from");
  if (!isEverything) reader.expectWord("on");
  const scope = isEverything ? "" : readScope(turn, reader);
  reader.expectWord("from");
  const accounts = reader.list(() => readAccount(turn, reader));
  reader.expectEnd();
  demandGrant(turn, isEverything ? "*.*" : scope);
  let { data } = turn;
  for (const account of accounts) {
    const user = data.users[account];
    const [name = "", host = ""] = account.split("@");
    if (user === undefined || (!isEverything && user.grants[scope] === undefined && scope !== "*.*"))
      throw refuse(1141, "42000", `There is no such grant defined for user '${name}' on host '${host}'`);
    const gone = expand(rights, scope);
    const left = (user.grants[scope] ?? []).filter((right) => !gone.includes(right));
    const { [scope]: _before, ...others } = user.grants;
    data = withUser(data, account, { ...user, grants: isEverything ? {} : left.length === 0 ? others : { ...others, [scope]: left } });
  }
  return data;
};
