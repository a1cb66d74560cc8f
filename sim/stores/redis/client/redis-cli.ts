import type { Process } from "../../../processes/process.ts";
import { findProcess } from "../../../processes/process-keys.ts";
import type { Applet, AppletCall } from "../../../shell/interpreter/applet-call.ts";
import { fromBytes, toBytes } from "../../../shell/machine/bytes.ts";
import { converse, type Dialogue, isAtTerminal, type Turn } from "../../connections/converse.ts";
import { CONNECT_TIMEOUT_MS, dialServer } from "../../connections/dial-server.ts";
import { signalServer } from "../../connections/end-server.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { closeConnection, executeCommand, openConnection } from "../server/execute-command.ts";
import { splitLine } from "../server/redis-config.ts";
import type { RedisReply } from "../server/redis-reply.ts";
import type { RedisSession } from "../server/redis-turn.ts";
import { versionOf } from "../server/redis-version.ts";
import { formatCsv, formatRaw, formatStandard } from "./format-reply.ts";
import { type RedisCliOptions, readCliOptions } from "./redis-cli-options.ts";

/** `redis-cli` and `valkey-cli`: one command in its arguments, or commands line by line. */
export const redisCli: Applet = (call) => {
  const options = readCliOptions(call.args.map(fromBytes), call.env);
  if (typeof options === "string") {
    call.err(`${options}\n`);
    return 1;
  }
  if (options.isVersion) {
    call.out(`${call.name} ${versionOf(call.machine.process).version}\n`);
    return 0;
  }
  if (options.readsLast && call.state === undefined) {
    const last = call.withInput((bytes) => runOnce(call, { ...options, words: [...options.words, fromBytes(bytes)] }));
    return last;
  }
  if (typeof call.state === "string")
    return call.withInput((bytes) => runOnce(call, { ...options, words: [...options.words, fromBytes(bytes)] }));
  return converse(call, dialogueFor(options), () => begin(call, options));
};

/** State of the client between its lines. */
interface CliState {
  readonly link: Link | undefined;
  readonly isRepeating: number;
  readonly failure?: string;
}

interface Link {
  readonly serverKey: string;
  readonly startedAtMs: number;
  readonly port: number;
  readonly session: RedisSession;
}

const begin = (call: AppletCall, options: RedisCliOptions): Turn<CliState> => {
  if (options.warns) call.err("Warning: Using a password with '-a' or '-u' option on the command line interface may not be safe.\n");
  const link = connectTo(call, options);
  if ("waitMs" in link)
    return { kind: "wait", atMs: call.machine.nowMs + link.waitMs, state: { link: undefined, isRepeating: 0, failure: link.failure } };
  if ("failure" in link) {
    call.err(toBytes(`${link.failure}\n`));
    return isTalk(options) && isAtTerminal(call)
      ? { kind: "more", state: { link: undefined, isRepeating: 0 } }
      : { kind: "exit", status: 1 };
  }
  return isTalk(options) ? { kind: "more", state: { link, isRepeating: 0 } } : repeat(call, options, { link, isRepeating: 1 });
};

const isTalk = ({ words, isScan }: RedisCliOptions): boolean => words.length === 0 && !isScan;

const runOnce = (call: AppletCall, options: RedisCliOptions): number => {
  const link = connectTo(call, options);
  if ("failure" in link) {
    call.err(toBytes(`${link.failure}\n`));
    return 1;
  }
  return send(call, options, link, options.words).status;
};

/** Says the command once more until it was said often enough. */
const repeat = (call: AppletCall, options: RedisCliOptions, state: CliState): Turn<CliState> => {
  let link = state.link as Link;
  for (let round = state.isRepeating; ; round++) {
    const { status, next } = options.isScan ? scanAll(call, options, link) : send(call, options, link, options.words);
    if (round === options.repeat || next === undefined || options.repeat > REPEAT_MAX) {
      if (next !== undefined) leave(call, next);
      return { kind: "exit", status };
    }
    link = next;
    if (options.intervalMs > 0)
      return { kind: "wait", atMs: call.machine.nowMs + options.intervalMs, state: { link, isRepeating: round + 1 } };
  }
};

const REPEAT_MAX = 100_000;

const dialogueFor = (options: RedisCliOptions): Dialogue<CliState> => ({
  prompt: ({ link }) =>
    link === undefined
      ? "not connected> "
      : `${options.host}:${options.port}${link.session.database === 0 ? "" : `[${link.session.database}]`}> `,
  line: (call, state, line) => {
    const words = splitLine(fromBytes(line).trim());
    if (words === undefined) {
      call.out("Invalid argument(s)\n");
      return { kind: "more", state };
    }
    const [first = ""] = words;
    if (first === "") return { kind: "more", state };
    if (/^(quit|exit)$/i.test(first)) {
      if (state.link !== undefined) leave(call, state.link);
      return { kind: "exit", status: 0 };
    }
    const link = state.link ?? connectTo(call, options);
    if ("failure" in link) {
      call.err(toBytes(`${link.failure}\n`));
      return { kind: "more", state: { link: undefined, isRepeating: 0 } };
    }
    const { next } = send(call, options, link, words);
    return { kind: "more", state: { link: next, isRepeating: 0 } };
  },
  resume: (call, state) => {
    if (state.failure === undefined) return repeat(call, options, state);
    call.err(toBytes(`${state.failure}\n`));
    return { kind: "exit", status: 1 };
  },
  end: (call, { link }) => {
    if (link !== undefined) leave(call, link);
    return { kind: "exit", status: 0 };
  },
});

type Failed = { readonly failure: string; readonly waitMs?: number };

const connectTo = (call: AppletCall, options: RedisCliOptions): Link | Failed | (Failed & { readonly waitMs: number }) => {
  const { host, port } = options;
  const product = call.name.startsWith("valkey") ? "Valkey" : "Redis";
  const refused = (why: string): Failed => ({ failure: `Could not connect to ${product} at ${host}:${port}: ${why}` });
  const dialled = dialServer(call, host, port, "redis");
  if (dialled.kind === "no-such-host")
    return refused(dialled.isTemporary ? "Temporary failure in name resolution" : "Name or service not known");
  if (dialled.kind === "dropped") return { ...refused("Connection timed out"), waitMs: CONNECT_TIMEOUT_MS };
  if (dialled.kind === "refused") return refused("Connection refused");
  if (dialled.kind === "other") return { failure: 'Error: Protocol error, got "H" as reply type byte' };
  const { world } = call.machine;
  const opened = openConnection(world, dialled.server, dialled.home);
  if (!opened.ok) return { failure: opened.error === "" ? "Error: Server closed the connection" : `Error: ${opened.error}` };
  const { process, port: serverPort } = dialled.server;
  let link: Link = { serverKey: process.key, startedAtMs: process.startedAtMs, port: serverPort, session: opened.session };
  const { password, user, database } = options;
  if (password !== undefined) link = greet(call, link, user === undefined ? ["AUTH", password] : ["AUTH", user, password], "AUTH failed");
  if (database !== 0) link = greet(call, link, ["SELECT", `${database}`], `SELECT ${database} failed`);
  return link;
};

const greet = (call: AppletCall, link: Link, words: readonly string[], complaint: string): Link => {
  const server = serverOf(call, link);
  const answer = server === undefined ? undefined : executeCommand(call.machine.world, server, link.session, words);
  if (answer?.kind !== "reply") return link;
  if (answer.reply.kind === "error") call.err(toBytes(`${complaint}: ${answer.reply.text}\n`));
  return { ...link, session: answer.session };
};

const serverOf = ({ machine: { world } }: AppletCall, { serverKey, startedAtMs, port }: Link): StoreServer | undefined => {
  const process: Process | undefined = findProcess(world, serverKey, startedAtMs);
  return process === undefined ? undefined : { process, port };
};

/** Says one command; a connection that broke is opened again once. */
const send = (
  call: AppletCall,
  options: RedisCliOptions,
  link: Link,
  words: readonly string[],
): { readonly status: number; readonly next: Link | undefined } => {
  let current = link;
  for (let isRetry = false; ; isRetry = true) {
    const server = serverOf(call, current);
    const answer = server === undefined ? undefined : executeCommand(call.machine.world, server, current.session, words);
    if (server !== undefined && answer?.kind === "reply") {
      const { reply, session } = answer;
      if (words[0]?.toLowerCase() === "shutdown" && reply.kind === "status") {
        signalServer(call.machine, server.process, server.port, "TERM");
        return { status: 0, next: undefined };
      }
      print(call, options, reply);
      return { status: reply.kind === "error" && options.failsOnError ? 1 : 0, next: { ...current, session } };
    }
    const again = isRetry ? { failure: "Error: Server closed the connection" } : connectTo(call, options);
    if ("failure" in again) {
      call.err(toBytes(`${again.failure}\n`));
      return { status: 1, next: undefined };
    }
    current = again;
  }
};

const print = (call: AppletCall, { format }: RedisCliOptions, reply: RedisReply): void => {
  const style = format ?? (isAtTerminal(call, 1) ? "standard" : "raw");
  call.out(toBytes(style === "standard" ? formatStandard(reply) : style === "csv" ? formatCsv(reply) : formatRaw(reply)));
};

const scanAll = (call: AppletCall, options: RedisCliOptions, link: Link): { readonly status: number; readonly next: Link | undefined } => {
  let cursor = "0";
  let current = link;
  do {
    const server = serverOf(call, current);
    const words = ["SCAN", cursor, ...(options.pattern === undefined ? [] : ["MATCH", options.pattern])];
    const answer = server === undefined ? undefined : executeCommand(call.machine.world, server, current.session, words);
    if (answer?.kind !== "reply") return { status: 1, next: undefined };
    if (answer.reply.kind !== "list") {
      call.out(toBytes(answer.reply.kind === "error" ? `ERROR: ${answer.reply.text}\n` : "Non array response from SCAN!\n"));
      return { status: 1, next: current };
    }
    const [next, keys] = answer.reply.items;
    if (keys?.kind === "list" && keys.items.length > 0) call.out(toBytes(formatRaw(keys)));
    cursor = next?.kind === "text" ? next.text : "0";
    current = { ...current, session: answer.session };
  } while (cursor !== "0");
  return { status: 0, next: current };
};

const leave = (call: AppletCall, link: Link): void => {
  const server = serverOf(call, link);
  if (server !== undefined) closeConnection(call.machine.world, server, link.session);
};
