import { toBytes } from "#shell/machine/bytes.ts";
import type { ContainerCall } from "../../../containers/container-applet.ts";
import { globToPattern } from "../../redis/server/glob.ts";
import type { SqlValue } from "../../sql/syntax.ts";
import type { Constraint, Rights, Table } from "../../sql/tables.ts";
import { closePostgres } from "../server/execute-postgres.ts";
import type { PgTurn } from "../server/postgres-context.ts";
import { formatTable } from "./format-table.ts";
import { connectTo, lookAround, type PsqlState, serverOf } from "./psql-link.ts";
import type { PsqlOptions } from "./psql-options.ts";

export interface MetaResult {
  readonly state: PsqlState;
  readonly failed: boolean;
}

/** Does one of the client's own commands, which begin with a backslash. */
export const runMetaCommand = (call: ContainerCall, options: PsqlOptions, state: PsqlState, line: string): MetaResult => {
  const [word = "", ...args] = line.slice(1).trim().split(/\s+/);
  const done = (next: PsqlState = state): MetaResult => ({ state: next, failed: false });
  const fail = (text: string): MetaResult => {
    call.err(toBytes(`${text}\n`));
    return { state, failed: true };
  };
  const style = (change: Partial<PsqlState["style"]>, said: string): MetaResult => {
    if (!options.isQuiet) call.out(`${said}\n`);
    return done({ ...state, style: { ...state.style, ...change } });
  };
  switch (word) {
    case "q":
    case "quit":
      return done({ ...state, isExiting: true });
    case "c":
    case "connect":
      return reconnect(call, options, state, args);
    case "x":
      return style({ isExpanded: !state.style.isExpanded }, `Expanded display is ${state.style.isExpanded ? "off" : "on"}.`);
    case "t":
      return style({ tuplesOnly: !state.style.tuplesOnly }, `Tuples only is ${state.style.tuplesOnly ? "off" : "on"}.`);
    case "a":
      return style({ isAligned: !state.style.isAligned }, `Output format is ${state.style.isAligned ? "unaligned" : "aligned"}.`);
    case "timing":
      call.out(`Timing is ${state.isTimed ? "off" : "on"}.\n`);
      return done({ ...state, isTimed: !state.isTimed });
    case "pset":
      return args[0] === "null"
        ? style({ nullText: unquoted(args[1] ?? "") }, `Null display is "${unquoted(args[1] ?? "")}".`)
        : fail(`\\pset: unknown option: ${args[0] ?? ""}`);
    case "echo":
      call.out(toBytes(`${args.map(unquoted).join(" ")}\n`));
      return done();
    case "set":
    case "encoding":
    case "r":
      return done();
    case "conninfo":
      return conninfo(call, options, state);
    default: {
      const turn = lookAround(call, state);
      const list = LISTS[word.replace(/[+S]+$/, "")];
      if (list === undefined) return fail(`invalid command \\${word}\nTry \\? for help.`);
      if (turn === undefined) return fail("You are currently not connected to a database.");
      const shown = list(turn, args[0], state);
      if (shown.error !== undefined) {
        call.err(toBytes(`${shown.error}\n`));
        return { state, failed: true };
      }
      call.out(toBytes(shown.text));
      return done();
    }
  }
};

const unquoted = (text: string): string => text.replace(/^(['"])(.*)\1$/, "$2");

const reconnect = (
  call: ContainerCall,
  options: PsqlOptions,
  state: PsqlState,
  [database = "-", user = "-"]: readonly string[],
): MetaResult => {
  const turn = lookAround(call, state);
  const named = { ...options, user: user === "-" ? (turn?.session.sessionUser ?? options.user) : user };
  const wanted = database === "-" ? (turn?.session.database ?? options.database) : database;
  const link = connectTo(call, named, wanted);
  if ("failure" in link) {
    call.err(toBytes(`${link.failure.replace(/^psql: error: /, "").replace(/\n$/, "")}\nPrevious connection kept\n`.replace(/^/, "")));
    return { state, failed: true };
  }
  const server = state.link === undefined ? undefined : serverOf(call, state.link);
  if (server !== undefined && state.link !== undefined) closePostgres(call.machine.world, server, state.link.pid);
  if (!options.isQuiet) call.out(toBytes(`You are now connected to database "${wanted}" as user "${named.user}".\n`));
  return { state: { ...state, link }, failed: false };
};

const conninfo = (call: ContainerCall, { host, port }: PsqlOptions, state: PsqlState): MetaResult => {
  const turn = lookAround(call, state);
  const { database = "", sessionUser = "" } = turn?.session ?? {};
  const where =
    host === "" || host.startsWith("/")
      ? `via socket in "${host === "" ? "/var/run/postgresql" : host}" at port "${port}"`
      : `on host "${host}" at port "${port}"`;
  call.out(toBytes(`You are connected to database "${database}" as user "${sessionUser}" ${where}.\n`));
  return { state, failed: false };
};

interface Listed {
  readonly text: string;
  readonly error?: string;
}

type List = (turn: PgTurn, pattern: string | undefined, state: PsqlState) => Listed;

const table = (
  names: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  { style }: PsqlState,
  title: string,
  footer?: readonly string[],
): Listed => ({
  text: formatTable({ columns: names.map((name) => ({ name, type: "text" })), rows }, style, title, footer),
});

const LETTERS: Readonly<Record<string, string>> = {
  SELECT: "r",
  INSERT: "a",
  UPDATE: "w",
  DELETE: "d",
  TRUNCATE: "D",
  REFERENCES: "x",
  TRIGGER: "t",
  USAGE: "U",
  CREATE: "C",
  CONNECT: "c",
  TEMPORARY: "T",
};
const ORDER = "arwdDxtUCcT";

/** Rights as lists show them: `role=arwd/owner`, a line each. */
const showRights = (rights: Rights, owner: string, ownerRights: string): string | null => {
  const rows = Object.entries(rights);
  if (rows.length === 0) return null;
  const letters = (list: readonly string[]) => [...ORDER].filter((letter) => list.some((right) => LETTERS[right] === letter)).join("");
  return [
    `${owner}=${ownerRights}/${owner}`,
    ...rows.filter(([role]) => role !== owner).map(([role, list]) => `${role}=${letters(list)}/${owner}`),
  ].join("\n");
};

const listDatabases: List = ({ cluster }, pattern, state) => {
  const names = Object.keys(cluster.databases)
    .filter((name) => pattern === undefined || globToPattern(pattern).test(name))
    .sort();
  return table(
    ["Name", "Owner", "Encoding", "Locale Provider", "Collate", "Ctype", "Locale", "ICU Rules", "Access privileges"],
    names.map((name) => {
      const { owner = "", rights = {} } = cluster.databases[name] ?? {};
      const isPlain = JSON.stringify(rights) === '{"":["CONNECT","TEMPORARY"]}' && !name.startsWith("template");
      const shown = name.startsWith("template")
        ? `=c/${owner}\n${owner}=CTc/${owner}`
        : isPlain
          ? null
          : [
              `=${rights[""] === undefined ? "" : "Tc"}/${owner}`,
              ...(
                showRights(Object.fromEntries(Object.entries(rights).filter(([role]) => role !== "")), owner, "CTc") ??
                `${owner}=CTc/${owner}`
              ).split("\n"),
            ]
              .filter((line) => !line.startsWith("=/"))
              .join("\n");
      return [name, owner, "UTF8", "libc", "en_US.utf8", "en_US.utf8", null, null, shown];
    }),
    state,
    "List of databases",
  );
};

/** Tables along the path, or of the schema that a pattern names. */
const matching = (
  { schemas }: PgTurn,
  pattern: string | undefined,
): readonly { readonly schema: string; readonly name: string; readonly table: Table }[] => {
  const parts = (pattern ?? "").split(".");
  const [name = "*", schema] = parts.length > 1 ? [parts[1], parts[0]] : [pattern ?? "*", undefined];
  return Object.entries(schemas)
    .filter(([own]) => (schema === undefined ? own === "public" : globToPattern(schema).test(own)))
    .flatMap(([own, { tables }]) => Object.entries(tables).map(([found, held]) => ({ schema: own, name: found, table: held })))
    .filter((found) => globToPattern(name === "" ? "*" : name).test(found.name))
    .sort((a, b) => (`${a.schema}.${a.name}` < `${b.schema}.${b.name}` ? -1 : 1));
};

const noneFound = (what: string, pattern: string | undefined): Listed => ({
  text: "",
  error: pattern === undefined ? `Did not find any ${what}s.` : `Did not find any ${what} named "${pattern}".`,
});

const listTables: List = (turn, pattern, state) => {
  const found = matching(turn, pattern);
  if (found.length === 0) return noneFound("relation", pattern);
  return table(
    ["Schema", "Name", "Type", "Owner"],
    found.map(({ schema, name, table: held }) => [schema, name, "table", held.owner]),
    state,
    "List of relations",
  );
};

const describe: List = (turn, pattern, state) => {
  if (pattern === undefined) {
    const found = matching(turn, undefined);
    if (found.length === 0) return noneFound("relation", undefined);
    const rows = found.flatMap(({ schema, name, table: held }) => [
      [schema, name, "table", held.owner],
      ...held.columns.filter(({ isSerial }) => isSerial).map((column) => [schema, `${name}_${column.name}_seq`, "sequence", held.owner]),
    ]);
    return table(["Schema", "Name", "Type", "Owner"], rows, state, "List of relations");
  }
  const found = matching(turn, pattern);
  if (found.length === 0) return noneFound("relation", pattern);
  return { text: found.map((one) => describeTable(turn, one, state)).join("") };
};

const describeTable = (
  { schemas }: PgTurn,
  { schema, name, table: held }: { readonly schema: string; readonly name: string; readonly table: Table },
  state: PsqlState,
): string => {
  const rows = held.columns.map((column) => [
    column.name,
    column.type.args.length === 0 ? column.type.name : `${column.type.name}(${column.type.args.join(",")})`,
    "",
    column.isNotNull ? "not null" : "",
    column.isSerial
      ? `nextval('${schema === "public" ? "" : `${schema}.`}${name}_${column.name}_seq'::regclass)`
      : showDefault(column.defaultText, column.type.name),
  ]);
  const plain = schema === "public" ? "" : `${schema}.`;
  const indexes = held.constraints.filter((one) => one.kind === "primary" || one.kind === "unique" || one.kind === "index");
  const foreign = held.constraints.filter((one) => one.kind === "foreign");
  const checks = held.constraints.filter((one) => one.kind === "check");
  const referring = Object.entries(schemas).flatMap(([home, { tables }]) =>
    Object.entries(tables).flatMap(([own, { constraints }]) =>
      constraints.flatMap((one) =>
        one.kind === "foreign" && one.schema === schema && one.table === name
          ? [`    TABLE "${home === "public" ? "" : `${home}.`}${own}" CONSTRAINT "${one.name}" ${foreignText(one)}`]
          : [],
      ),
    ),
  );
  const footer = [
    ...section("Indexes:", indexes.map(indexText)),
    ...section(
      "Check constraints:",
      checks.map((one) => `    "${one.name}" CHECK (${one.kind === "check" ? one.text : ""})`),
    ),
    ...section(
      "Foreign-key constraints:",
      foreign.map((one) => `    "${one.name}" ${one.kind === "foreign" ? foreignText(one) : ""}`),
    ),
    ...section("Referenced by:", referring),
  ];
  return formatTable(
    { columns: ["Column", "Type", "Collation", "Nullable", "Default"].map((label) => ({ name: label, type: "text" })), rows },
    state.style,
    `Table "${plain === "" ? "public." : plain}${name}"`,
    footer,
  );
};

const section = (title: string, lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : [title, ...lines]);

const indexText = (one: Constraint): string =>
  `    "${one.name}" ${one.kind === "primary" ? "PRIMARY KEY, " : one.kind === "unique" ? "UNIQUE CONSTRAINT, " : ""}btree (${"columns" in one ? one.columns.join(", ") : ""})`;

const foreignText = (one: Extract<Constraint, { readonly kind: "foreign" }>): string =>
  `FOREIGN KEY (${one.columns.join(", ")}) REFERENCES ${one.schema === "public" ? "" : `${one.schema}.`}${one.table}(${one.target.join(", ")})${one.onDelete === "restrict" ? "" : ` ON DELETE ${one.onDelete.toUpperCase()}`}`;

const showDefault = (text: string, type: string): string => (/^'.*'$/.test(text) ? `${text}::${type}` : text);

const listRoles: List = ({ cluster }, pattern, state) => {
  const rows = Object.keys(cluster.roles)
    .filter((name) => pattern === undefined || globToPattern(pattern).test(name))
    .sort()
    .map((name) => {
      const role = cluster.roles[name];
      const attributes = [
        ...(role?.isSuperuser === true ? ["Superuser"] : []),
        ...(role?.canCreateRole === true ? ["Create role"] : []),
        ...(role?.canCreateDb === true ? ["Create DB"] : []),
        ...(role?.canLogin === false ? ["Cannot login"] : []),
        ...(role?.canReplicate === true ? ["Replication"] : []),
        ...(role?.bypassesRls === true ? ["Bypass RLS"] : []),
      ].join(", ");
      const limit = role?.connectionsMax ?? -1;
      const limits = limit < 0 ? "" : limit === 0 ? "No connections" : `${limit} connection${limit === 1 ? "" : "s"}`;
      return [name, [attributes, limits].filter((part) => part !== "").join("\n")];
    });
  const shown = formatTable(
    { columns: ["Role name", "Attributes"].map((name) => ({ name, type: "text" })), rows },
    state.style,
    "List of roles",
    [],
  );
  return { text: shown };
};

const listSchemas: List = ({ schemas }, pattern, state) =>
  table(
    ["Name", "Owner"],
    Object.entries(schemas)
      .filter(([name]) => pattern === undefined || globToPattern(pattern).test(name))
      .map(([name, { owner }]) => [name, owner]),
    state,
    "List of schemas",
  );

const listIndexes: List = (turn, pattern, state) => {
  const rows = matching(turn, undefined).flatMap(({ schema, name, table: held }) =>
    held.constraints
      .filter((one) => one.kind === "primary" || one.kind === "unique" || one.kind === "index")
      .map((one) => [schema, one.name, "index", held.owner, name]),
  );
  const found = pattern === undefined ? rows : rows.filter((row) => globToPattern(pattern).test(`${row[1]}`));
  return found.length === 0
    ? noneFound("relation", pattern)
    : table(["Schema", "Name", "Type", "Owner", "Table"], found, state, "List of relations");
};

const listRights: List = (turn, pattern, state) =>
  table(
    ["Schema", "Name", "Type", "Access privileges", "Column privileges", "Policies"],
    matching(turn, pattern).map(({ schema, name, table: held }) => [
      schema,
      name,
      "table",
      showRights(held.rights, held.owner, "arwdDxtm"),
      "",
      "",
    ]),
    state,
    "Access privileges",
  );

const LISTS: Readonly<Record<string, List>> = {
  l: listDatabases,
  list: listDatabases,
  dt: listTables,
  d: describe,
  du: listRoles,
  dg: listRoles,
  dn: listSchemas,
  di: listIndexes,
  dp: listRights,
  z: listRights,
};
