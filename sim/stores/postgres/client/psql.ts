import type { Applet, AppletCall } from "../../../shell/interpreter/applet-call.ts";
import { fromBytes, toBytes } from "../../../shell/machine/bytes.ts";
import { converse, type Dialogue, isAtTerminal, type Turn } from "../../connections/converse.ts";
import { statementEnd } from "../../sql/tokens.ts";
import { closePostgres, executePostgres, resumePostgres } from "../server/execute-postgres.ts";
import type { PgMessage } from "../server/postgres-error.ts";
import type { PgReply } from "../server/postgres-reply.ts";
import { postgresVersion } from "../server/postgres-version.ts";
import { formatTable } from "./format-table.ts";
import { runMetaCommand } from "./meta-commands.ts";
import { connectTo, type PsqlState, serverOf } from "./psql-link.ts";
import { type PsqlOptions, readPsqlOptions } from "./psql-options.ts";

/** `psql`: statements of its arguments, of files, of its input or of a terminal. */
export const psql: Applet = (call) => {
  const options = readPsqlOptions(call.args.map(fromBytes), textOf(call.env), osUser(call));
  if (typeof options === "string") {
    call.err(`psql: ${options}\nTry "psql --help" for more information.\n`);
    return 1;
  }
  if (options.isVersion) {
    call.out(`psql (PostgreSQL) ${postgresVersion(call.machine.process)}\n`);
    return 0;
  }
  return converse(call, dialogueFor(options), () => begin(call, options));
};

const textOf = (env: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fromBytes(value)]));

const osUser = ({ machine }: AppletCall): string => {
  const { securityContext } = machine.process.start.container as { readonly securityContext?: { readonly runAsUser?: number } };
  const pod = machine.process.start.pod.spec as { readonly securityContext?: { readonly runAsUser?: number } };
  const id = securityContext?.runAsUser ?? pod.securityContext?.runAsUser ?? 0;
  return id === 0 ? "root" : id === 999 || id === 70 ? "postgres" : `${id}`;
};

const begin = (call: AppletCall, options: PsqlOptions): Turn<PsqlState> => {
  const state: PsqlState = {
    link: undefined,
    style: {
      isAligned: options.isAligned,
      tuplesOnly: options.tuplesOnly,
      separator: options.separator,
      isExpanded: options.isExpanded,
      isCsv: options.isCsv,
      nullText: "",
    },
    buffer: "",
    todo: "",
    source: { kind: "input" },
    line: 0,
    action: 0,
    failure: "",
    sentAtMs: 0,
    shows: "",
    isTimed: false,
    isExiting: false,
    status: 0,
  };
  const link = connectTo(call, options, options.database);
  if ("failure" in link) {
    if (link.waitMs !== undefined)
      return { kind: "wait", atMs: call.machine.nowMs + link.waitMs, state: { ...state, failure: link.failure } };
    call.err(toBytes(link.failure));
    return { kind: "exit", status: 2 };
  }
  if (options.listsDatabases) return nextAction(call, { ...options, actions: [{ kind: "command", text: "\\l" }] }, { ...state, link });
  if (options.actions.length > 0) return nextAction(call, options, { ...state, link });
  if (isAtTerminal(call)) call.out(`psql (${postgresVersion(call.machine.process)})\nType "help" for help.\n\n`);
  return { kind: "more", state: { ...state, link } };
};

/** Continues with the next command or file of the command line. */
const nextAction = (call: AppletCall, options: PsqlOptions, state: PsqlState): Turn<PsqlState> => {
  const action = options.actions[state.action];
  if (action === undefined || state.isExiting) return leave(call, state, state.status);
  const next = { ...state, action: state.action + 1, line: 1, buffer: "" };
  const stray = action.kind === "command" && !action.text.trimStart().startsWith("\\") ? action.text.search(/;\s*\\/) : -1;
  if (stray >= 0) {
    const at = action.text.indexOf("\\", stray);
    call.err(toBytes(describe({ severity: "ERROR", code: "42601", text: 'syntax error at or near "\\"', at }, action.text)));
    return leave(call, state, 1);
  }
  if (action.kind === "command") return work(call, options, { ...next, todo: action.text, source: { kind: "command" } });
  if (action.text === "-") return { kind: "more", state: { ...next, source: { kind: "input" } } };
  const content = call.machine.fs.read(call.path(toBytes(action.text)));
  if (!content.ok) {
    call.err(toBytes(`psql: error: ${action.text}: ${content.error}\n`));
    return leave(call, state, 1);
  }
  return work(call, options, { ...next, todo: fromBytes(content.bytes), source: { kind: "file", name: action.text } });
};

const leave = (call: AppletCall, { link }: PsqlState, status: number): Turn<PsqlState> => {
  const server = link === undefined ? undefined : serverOf(call, link);
  if (link !== undefined && server !== undefined) closePostgres(call.machine.world, server, link.pid);
  return { kind: "exit", status };
};

/** Runs the statements one by one. */
const work = (call: AppletCall, options: PsqlOptions, from: PsqlState): Turn<PsqlState> => {
  let state = from;
  for (;;) {
    const blank = /^\s*/.exec(state.todo)?.[0].length ?? 0;
    state = { ...state, line: state.line + countLines(state.todo.slice(0, blank)), todo: state.todo.slice(blank) };
    if (state.isExiting) return leave(call, state, state.status);
    if (state.todo === "") return after(call, options, state);
    if (state.todo.startsWith("\\")) {
      const line = /^[^\n]*/.exec(state.todo)?.[0] ?? "";
      const { state: next, failed } = runMetaCommand(call, options, { ...state, todo: state.todo.slice(line.length) }, line);
      state = next;
      if (failed && (options.stopsOnError || state.source.kind === "command"))
        return leave(call, state, state.source.kind === "command" ? 1 : 3);
      continue;
    }
    const { end } = statementEnd(state.todo, "postgres");
    const text = state.todo.slice(0, end ?? state.todo.length);
    const line = state.line;
    state = { ...state, todo: state.todo.slice(text.length), line: state.line + countLines(text) };
    if (/^(\s|--[^\n]*(\n|$)|;)*$/.test(text)) continue;
    const step = send(call, options, { ...state, shows: text, line }, text, false);
    if (step.kind !== "more") return step;
    state = { ...step.state, line: state.line };
  }
};

const countLines = (text: string): number => text.split("\n").length - 1;

/** Next action of the command line, or the next read of input. */
const after = (call: AppletCall, options: PsqlOptions, state: PsqlState): Turn<PsqlState> =>
  options.actions.length > 0 && state.source.kind !== "input" ? nextAction(call, options, state) : { kind: "more", state };

/** Sends one statement and prints its result. */
const send = (call: AppletCall, options: PsqlOptions, state: PsqlState, sql: string, isResumed: boolean): Turn<PsqlState> => {
  const { link } = state;
  const server = link === undefined ? undefined : serverOf(call, link);
  if (link === undefined || server === undefined) return lost(call, "");
  const { world } = call.machine;
  const sentAtMs = isResumed ? state.sentAtMs : world.nowMs();
  const reply = isResumed ? resumePostgres(world, server, link.pid) : executePostgres(world, server, link.pid, sql);
  if (reply.kind === "wait") return { kind: "wait", atMs: reply.untilMs, state: { ...state, sentAtMs } };
  if (reply.kind === "gone") return lost(call, reply.fatal);
  show(call, options, state, reply, sql);
  if (state.isTimed) call.out(`Time: ${(call.machine.nowMs - sentAtMs + 0.412).toFixed(3)} ms\n`);
  if (reply.kind !== "error") return { kind: "more", state };
  if (state.source.kind === "command") return leave(call, state, 1);
  return options.stopsOnError ? leave(call, state, 3) : { kind: "more", state };
};

const lost = (call: AppletCall, fatal: string): Turn<PsqlState> => {
  call.err(
    `${fatal === "" ? "" : `FATAL:  ${fatal}\n`}server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally\n\tbefore or while processing the request.\n${isAtTerminal(call) ? "The connection to the server was lost. Attempting reset: Failed.\n" : "connection to server was lost\n"}`,
  );
  return { kind: "exit", status: 2 };
};

const show = (
  call: AppletCall,
  options: PsqlOptions,
  state: PsqlState,
  reply: Extract<PgReply, { readonly kind: "done" | "error" }>,
  sql: string,
): void => {
  const prefix =
    state.source.kind === "command" || isAtTerminal(call)
      ? ""
      : `psql:${state.source.kind === "file" ? state.source.name : "<stdin>"}:${state.line}: `;
  if (reply.kind === "error") {
    call.err(toBytes(prefix + describe(reply.error, sql)));
    return;
  }
  for (const message of reply.notices) call.err(toBytes(prefix + describe(message, sql)));
  if (reply.result !== undefined) call.out(toBytes(formatTable(reply.result, state.style)));
  const isQuery = /^(SELECT|SHOW)/.test(reply.tag);
  if (!isQuery && !options.isQuiet && !(state.style.tuplesOnly && reply.result !== undefined)) call.out(`${reply.tag}\n`);
};

/** An error with the line of the statement that it is about. */
const describe = ({ severity, text, detail, hint, at }: PgMessage, sql: string): string => {
  const lines = [`${severity}:  ${text}`];
  if (at !== undefined) {
    const start = sql.lastIndexOf("\n", at - 1) + 1;
    const end = sql.indexOf("\n", at);
    const label = `LINE ${sql.slice(0, start).split("\n").length}: `;
    lines.push(`${label}${sql.slice(start, end < 0 ? undefined : end)}`, `${" ".repeat(label.length + at - start)}^`);
  }
  if (detail !== undefined) lines.push(`DETAIL:  ${detail}`);
  if (hint !== undefined) lines.push(`HINT:  ${hint}`);
  return `${lines.join("\n")}\n`;
};

const dialogueFor = (options: PsqlOptions): Dialogue<PsqlState> => ({
  prompt: ({ buffer }) => `${options.database}${buffer === "" ? "=" : statementMark(buffer)}# `,
  line: (call, state, raw) => {
    const line = fromBytes(raw);
    const trimmed = line.trim();
    if (state.buffer === "" && /^(exit|quit)$/.test(trimmed)) return leave(call, state, 0);
    if (state.buffer === "" && trimmed.startsWith("\\")) return work(call, options, { ...state, todo: `${line}\n`, line: state.line + 1 });
    const buffer = `${state.buffer}${line}\n`;
    const next = { ...state, line: state.line + 1 };
    if (buffer.trim() === "") return { kind: "more", state: { ...next, buffer: "" } };
    const { end } = statementEnd(buffer, "postgres");
    return end === undefined ? { kind: "more", state: { ...next, buffer } } : feed(call, options, next, buffer);
  },
  resume: (call, state) => {
    if (state.failure !== "") {
      call.err(toBytes(state.failure));
      return { kind: "exit", status: 2 };
    }
    const step = send(call, options, state, state.shows, true);
    return step.kind === "more" ? work(call, options, step.state) : step;
  },
  end: (call, state) => {
    if (state.buffer.trim() !== "") {
      const step = work(call, options, { ...state, todo: state.buffer, buffer: "", line: state.line - countLines(state.buffer) + 1 });
      if (step.kind !== "more") return step;
    }
    if (isAtTerminal(call)) call.out("\\q\n");
    return leave(call, state, 0);
  },
});

/** Does the whole statements of the buffer and keeps the rest. */
const feed = (call: AppletCall, options: PsqlOptions, state: PsqlState, buffer: string): Turn<PsqlState> => {
  let end = 0;
  for (;;) {
    const { end: more } = statementEnd(buffer.slice(end), "postgres");
    if (more === undefined) break;
    end += more;
  }
  const rest = buffer.slice(end);
  const step = work(call, options, {
    ...state,
    todo: buffer.slice(0, end),
    buffer: rest.trim() === "" ? "" : rest,
    line: state.line - countLines(buffer) + 1,
  });
  return step.kind === "more" ? { kind: "more", state: { ...step.state, line: state.line } } : step;
};

const statementMark = (buffer: string): string => {
  const { waitsFor } = statementEnd(buffer, "postgres");
  return waitsFor === "" ? "-" : waitsFor;
};
