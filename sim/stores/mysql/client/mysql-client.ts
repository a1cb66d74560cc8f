import { chargeTable } from "#core/work-budget.ts";
import { fromBytes, toBytes } from "#shell/machine/bytes.ts";
import type { ContainerApplet, ContainerCall } from "../../../containers/container-applet.ts";
import { findProcess } from "../../../processes/process-keys.ts";
import { converse, type Dialogue, isAtTerminal, type Turn } from "../../connections/converse.ts";
import { CONNECT_TIMEOUT_MS, dialServer, homeOf } from "../../connections/dial-server.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import type { SqlValue } from "../../sql/syntax.ts";
import type { QueryResult } from "../../sql/tables.ts";
import { statementEnd } from "../../sql/tokens.ts";
import { isNumeric } from "../../sql/values.ts";
import { closeMysql, executeMysql } from "../server/execute-mysql.ts";
import { mysqlStore } from "../server/mysql-data.ts";
import type { MysqlError } from "../server/mysql-error.ts";
import type { MysqlReply } from "../server/mysql-reply.ts";
import { mysqlVersion, versionText } from "../server/mysql-version.ts";
import { openMysql } from "../server/open-mysql.ts";
import { type MysqlOptions, readMysqlOptions } from "./mysql-options.ts";

/** `mysql` and `mariadb`: statements of -e, of the input or of a terminal. */
export const mysqlClient: ContainerApplet = (call) => {
  const options = readMysqlOptions(call.args.map(fromBytes), call.env);
  if (typeof options === "string") {
    call.err(`${call.name}: [ERROR] ${options}\n`);
    return 7;
  }
  if (options.isVersion) {
    call.out(`${call.name}  Ver ${versionText(mysqlVersion(call.machine.process))} for Linux on x86_64 (MySQL Community Server - GPL)\n`);
    return 0;
  }
  return converse(call, dialogueFor(options), () => begin(call, options));
};

/** `mysqladmin ping` and `status`. */
export const mysqlAdmin: ContainerApplet = (call) => {
  const options = readMysqlOptions(call.args.map(fromBytes), call.env);
  if (typeof options === "string") return call.fail(`[ERROR] ${options}`);
  const opened = connectTo(call, options);
  const isUp = !("failure" in opened) || opened.isRefusedByServer === true;
  if (options.words[0] === "ping" && isUp) {
    call.out(`${call.name.startsWith("mariadb") ? "mariadbd" : "mysqld"} is alive\n`);
    return 0;
  }
  if ("failure" in opened) {
    call.err(
      toBytes(
        `${call.name}: connect to server at '${options.host === "" ? "localhost" : options.host}' failed\nerror: '${opened.failure.replace(/^ERROR \d+ \(\w+\): /, "")}'\n`,
      ),
    );
    return 1;
  }
  return call.fail(`Unknown command: '${options.words[0] ?? ""}'`);
};

interface Link {
  readonly serverKey: string;
  readonly startedAtMs: number;
  readonly port: number;
  readonly id: number;
}

interface ClientState {
  readonly link: Link | undefined;
  readonly buffer: string;
  readonly todo: string;
  readonly shown: string;
  readonly line: number;
  readonly failure: string;
  readonly sentAtMs: number;
}

type Failed = { readonly failure: string; readonly waitMs?: number; readonly isRefusedByServer?: boolean };

const begin = (call: ContainerCall, options: MysqlOptions): Turn<ClientState> => {
  if (options.warns && mysqlVersion(call.machine.process).product === "mysql")
    call.err("mysql: [Warning] Using a password on the command line interface can be insecure.\n");
  const link = connectTo(call, options);
  const state: ClientState = { link: undefined, buffer: "", todo: "", shown: "", line: 1, failure: "", sentAtMs: 0 };
  if ("failure" in link) {
    if (link.waitMs !== undefined)
      return { kind: "wait", atMs: call.machine.nowMs + link.waitMs, state: { ...state, failure: link.failure } };
    call.err(toBytes(`${link.failure}\n`));
    return { kind: "exit", status: 1 };
  }
  const next = { ...state, link };
  if (options.execute !== undefined)
    return work(call, options, { ...next, todo: `${options.execute}${/;\s*$/.test(options.execute) ? "" : ";"}` });
  if (isAtTerminal(call))
    call.out(
      `Welcome to the MySQL monitor.  Commands end with ; or \\g.\nYour MySQL connection id is ${link.id}\nServer version: ${versionText(mysqlVersion(call.machine.process))} MySQL Community Server - GPL\n\nType 'help;' or '\\h' for help. Type '\\c' to clear the current input statement.\n\n`,
    );
  return { kind: "more", state: next };
};

const connectTo = (call: ContainerCall, options: MysqlOptions): Link | Failed => {
  const { host, port } = options;
  const { world, process } = call.machine;
  const isLocal = host === "" || host === "localhost";
  const own: StoreServer = { process, port };
  if (isLocal && mysqlStore.state(world, own) === undefined)
    return { failure: "ERROR 2002 (HY000): Can't connect to local MySQL server through socket '/var/run/mysqld/mysqld.sock' (2)" };
  const dialled = isLocal
    ? ({ kind: "connected", server: own, address: "", home: homeOf(call, true) } as const)
    : dialServer(call, host, port, "mysql");
  if (dialled.kind === "no-such-host")
    return { failure: `ERROR 2005 (HY000): Unknown MySQL server host '${host}' (${dialled.isTemporary ? -3 : -2})` };
  if (dialled.kind === "refused") return { failure: `ERROR 2003 (HY000): Can't connect to MySQL server on '${host}:${port}' (111)` };
  if (dialled.kind === "dropped")
    return {
      failure: `ERROR 2003 (HY000): Can't connect to MySQL server on '${host}:${port}' (110)`,
      waitMs: options.timeoutMs ?? CONNECT_TIMEOUT_MS,
    };
  if (dialled.kind === "other")
    return { failure: "ERROR 2013 (HY000): Lost connection to MySQL server at 'reading initial communication packet', system error: 0" };
  const opened = openMysql(world, dialled.server, {
    user: options.user,
    password: options.password,
    database: options.database,
    home: dialled.home,
    isLocal,
  });
  if (!opened.ok) {
    const { afterMs } = opened.error;
    return { failure: describe(opened.error), isRefusedByServer: true, ...(afterMs === undefined ? {} : { waitMs: afterMs }) };
  }
  return {
    serverKey: dialled.server.process.key,
    startedAtMs: dialled.server.process.startedAtMs,
    port: dialled.server.port,
    id: opened.id,
  };
};

const describe = ({ code, state, text }: MysqlError, line?: number): string =>
  `ERROR ${code} (${state})${line === undefined ? "" : ` at line ${line}`}: ${text}`;

const serverOf = ({ machine: { world } }: ContainerCall, { serverKey, startedAtMs, port }: Link): StoreServer | undefined => {
  const process = findProcess(world, serverKey, startedAtMs);
  return process === undefined ? undefined : { process, port };
};

const leave = (call: ContainerCall, { link }: ClientState, status: number): Turn<ClientState> => {
  const server = link === undefined ? undefined : serverOf(call, link);
  if (link !== undefined && server !== undefined) closeMysql(call.machine.world, server, link.id);
  return { kind: "exit", status };
};

const work = (call: ContainerCall, options: MysqlOptions, from: ClientState): Turn<ClientState> => {
  let state = from;
  for (;;) {
    const blank = /^[\s;]*/.exec(state.todo)?.[0] ?? "";
    state = { ...state, line: state.line + blank.split("\n").length - 1, todo: state.todo.slice(blank.length) };
    if (state.todo === "") return options.execute === undefined ? { kind: "more", state } : leave(call, state, 0);
    const vertical = /^[^;'"`]*?\\G/.exec(state.todo)?.[0].length;
    const end = vertical ?? statementEnd(state.todo, "mysql").end ?? state.todo.length;
    const text = state.todo.slice(0, end);
    if (/^(\s|(--\s|#)[^\n]*(\n|$)|;)*$/.test(text)) {
      state = { ...state, todo: state.todo.slice(end) };
      continue;
    }
    const step = send(call, options, { ...state, shown: text, todo: state.todo.slice(end), sentAtMs: call.machine.nowMs });
    if (step.kind !== "more") return step;
    state = { ...step.state, line: state.line + text.split("\n").length - 1 };
  }
};

const send = (call: ContainerCall, options: MysqlOptions, state: ClientState): Turn<ClientState> => {
  const { link, shown } = state;
  const server = link === undefined ? undefined : serverOf(call, link);
  const isVertical = shown.endsWith("\\G");
  const sql = shown.replace(/(;|\\G)\s*$/, "");
  const reply: MysqlReply =
    link === undefined || server === undefined ? { kind: "gone" } : executeMysql(call.machine.world, server, link.id, sql);
  switch (reply.kind) {
    case "wait":
      return { kind: "wait", atMs: reply.untilMs, state };
    case "gone":
      call.err(`ERROR 2013 (HY000)${isAtTerminal(call) ? "" : ` at line ${state.line}`}: Lost connection to MySQL server during query\n`);
      return { kind: "exit", status: 1 };
    case "error":
      call.err(toBytes(`${describe(reply.error, isAtTerminal(call) ? undefined : state.line)}\n`));
      return isAtTerminal(call) || options.isForced ? { kind: "more", state } : leave(call, state, 1);
    case "rows":
      call.out(toBytes(showRows(call, options, reply.result, isVertical)));
      return { kind: "more", state };
    case "done":
      if (isAtTerminal(call, 1) && isAtTerminal(call) && options.execute === undefined)
        call.out(
          /^\s*use\b/i.test(sql)
            ? "Database changed\n"
            : `Query OK, ${reply.count} row${reply.count === 1 ? "" : "s"} affected (0.01 sec)\n${reply.info === "" ? "" : `${reply.info}\n`}\n`,
        );
      return { kind: "more", state };
  }
};

const showRows = (call: ContainerCall, options: MysqlOptions, result: QueryResult, isVertical: boolean): string => {
  const isTable = options.isTable || (isAtTerminal(call, 1) && !options.isBatch);
  const isTalk = isAtTerminal(call) && options.execute === undefined;
  chargeTable(result.rows.length, result.columns.length);
  if (result.rows.length === 0) return isTalk ? "Empty set (0.00 sec)\n\n" : "";
  const ending = isTalk ? `${result.rows.length} row${result.rows.length === 1 ? "" : "s"} in set (0.00 sec)\n\n` : "";
  if (isVertical || options.isVertical) return `${vertical(result)}${ending}`;
  return `${isTable ? boxed(result, options.skipsNames) : batch(result, options.skipsNames)}${ending}`;
};

const show = (value: SqlValue, scale?: number): string =>
  value === null
    ? "NULL"
    : typeof value === "boolean"
      ? value
        ? "1"
        : "0"
      : typeof value === "number" && scale !== undefined
        ? value.toFixed(scale)
        : `${value}`;

const batch = ({ columns, rows }: QueryResult, skipsNames: boolean): string => {
  const lines = rows.map((row) =>
    row
      .map((value, index) => show(value, columns[index]?.scale).replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\t", "\\t"))
      .join("\t"),
  );
  return [...(skipsNames ? [] : [columns.map(({ name }) => name).join("\t")]), ...lines].map((line) => `${line}\n`).join("");
};

const boxed = ({ columns, rows }: QueryResult, skipsNames: boolean): string => {
  const cells = rows.map((row) => row.map((value, index) => show(value, columns[index]?.scale)));
  const widths = columns.map(({ name }, index) =>
    Math.max(skipsNames ? 0 : name.length, ...cells.map((row) => Math.max(...(row[index] ?? "").split("\n").map(({ length }) => length)))),
  );
  const rule = `+${widths.map((width) => "-".repeat(width + 2)).join("+")}+\n`;
  const line = (row: readonly string[], isHead: boolean) =>
    `|${row.map((text, index) => ` ${isHead || !(isNumeric(columns[index]?.type ?? "") || columns[index]?.type === "boolean") ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0)} `).join("|")}|\n`;
  const head = skipsNames
    ? rule
    : `${rule}${line(
        columns.map(({ name }) => name),
        true,
      )}${rule}`;
  return `${head}${cells.map((row) => line(row, false)).join("")}${rule}`;
};

const vertical = ({ columns, rows }: QueryResult): string => {
  const width = Math.max(...columns.map(({ name }) => name.length));
  return rows
    .map(
      (row, index) =>
        `${"*".repeat(27)} ${index + 1}. row ${"*".repeat(27)}\n${columns.map(({ name, scale }, at) => `${name.padStart(width)}: ${show(row[at] ?? null, scale)}\n`).join("")}`,
    )
    .join("");
};

const dialogueFor = (options: MysqlOptions): Dialogue<ClientState> => ({
  prompt: ({ buffer }) => (buffer === "" ? "mysql> " : "    -> "),
  line: (call, state, raw) => {
    const line = fromBytes(raw);
    const trimmed = line.trim();
    if (state.buffer === "" && /^(exit|quit|\\q);?$/i.test(trimmed)) {
      if (isAtTerminal(call)) call.out("Bye\n");
      return leave(call, state, 0);
    }
    if (state.buffer === "" && /^use\s+\S+$/i.test(trimmed)) return work(call, options, { ...state, todo: `${line};` });
    const buffer = `${state.buffer}${line}\n`;
    if (buffer.trim() === "") return { kind: "more", state: { ...state, buffer: "", line: state.line + 1 } };
    const isWhole = /(;|\\G)\s*$/.test(buffer) && (statementEnd(buffer, "mysql").end !== undefined || /\\G\s*$/.test(buffer));
    return isWhole ? work(call, options, { ...state, todo: buffer, buffer: "" }) : { kind: "more", state: { ...state, buffer } };
  },
  resume: (call, state) => {
    if (state.failure !== "") {
      call.err(toBytes(`${state.failure}\n`));
      return { kind: "exit", status: 1 };
    }
    const step = send(call, options, state);
    return step.kind === "more" ? work(call, options, step.state) : step;
  },
  end: (call, state) => {
    if (state.buffer.trim() !== "") {
      const step = work(call, options, { ...state, todo: state.buffer, buffer: "" });
      if (step.kind !== "more") return step;
    }
    return leave(call, state, 0);
  },
});
