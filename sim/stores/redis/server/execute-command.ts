import type { World } from "../../../kernel/world.ts";
import { type ConnectionHome, isHomeAlive } from "../../runtime/connection-home.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { COLLECTION_COMMANDS } from "./collection-commands.ts";
import { KEY_COMMANDS } from "./key-commands.ts";
import { DEFAULT_USER, mayRun, mayTouch } from "./redis-acl.ts";
import type { RedisCommand } from "./redis-command.ts";
import { fail, list, NIL, OK, QUEUED, type RedisReply } from "./redis-reply.ts";
import { type RedisClient, type RedisState, redisState, setRedisState } from "./redis-server-state.ts";
import { type RedisSession, RedisTurn } from "./redis-turn.ts";
import { refuseWrite } from "./refuse-write.ts";
import { planSave } from "./save-points.ts";
import { SERVER_COMMANDS } from "./server-commands.ts";
import { STRING_COMMANDS } from "./string-commands.ts";

export type RedisAnswer =
  | { readonly kind: "reply"; readonly reply: RedisReply; readonly session: RedisSession }
  /** Connection closed: the server ended, or was told to close it. */
  | { readonly kind: "closed" };

/** Lets a server carry out one command of a connection. */
export const executeCommand = (world: World, server: StoreServer, session: RedisSession, words: readonly string[]): RedisAnswer => {
  const state = redisState(world, server);
  if (state?.clients[session.id] === undefined) return { kind: "closed" };
  const turn = new RedisTurn(world, server, { state, session }, isCommand);
  turn.count("commands");
  turn.state = recordUse(turn, words);
  const reply = answer(turn, words);
  const next = recordUse(turn, words);
  setRedisState(world, server, next);
  if (next.dirty !== state.dirty) planSave(world, server, next);
  return { kind: "reply", reply, session: turn.session };
};

/** Opens a connection; a refusal is the server's message before it closes it. */
export const openConnection = (
  world: World,
  server: StoreServer,
  home: ConnectionHome,
): { readonly ok: true; readonly session: RedisSession } | { readonly ok: false; readonly error: string } => {
  const state = redisState(world, server);
  if (state === undefined) return { ok: false, error: "" };
  const clients = Object.fromEntries(Object.entries(state.clients).filter(([, client]) => isHomeAlive(world, client.home)));
  if (Object.keys(clients).length >= Number(state.config["maxclients"])) {
    setRedisState(world, server, { ...state, stats: { ...state.stats, rejected: state.stats.rejected + 1 } });
    return { ok: false, error: "ERR max number of clients reached" };
  }
  const id = state.lastClientId + 1;
  const nowMs = world.nowMs();
  const address = `${home.ip}:${40_000 + ((id * 2) % 20_000)}`;
  const client: RedisClient = {
    id,
    home,
    address,
    name: "",
    user: "default",
    database: 0,
    openedAtMs: nowMs,
    usedAtMs: nowMs,
    command: "NULL",
  };
  setRedisState(world, server, {
    ...state,
    lastClientId: id,
    clients: { ...clients, [id]: client },
    stats: { ...state.stats, connections: state.stats.connections + 1 },
  });
  const user = state.users["default"]?.hasNoPassword === true && state.users["default"].isOn ? "default" : undefined;
  return { ok: true, session: { id, user, database: 0, name: "", queued: undefined, hasBadCommand: false } };
};

/** Closes a connection from the client's side. */
export const closeConnection = (world: World, server: StoreServer, { id }: RedisSession): void => {
  const state = redisState(world, server);
  if (state?.clients[id] === undefined) return;
  const { [id]: _closed, ...clients } = state.clients;
  setRedisState(world, server, { ...state, clients });
};

const isCommand = (name: string): boolean => COMMANDS[name] !== undefined || TRANSACTIONS.has(name);

const answer = (turn: RedisTurn, [word = "", ...args]: readonly string[]): RedisReply => {
  const name = word.toLowerCase();
  const known = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (known === undefined && !TRANSACTIONS.has(name)) {
    turn.session = spoiled(turn.session);
    return fail(`ERR unknown command '${word}', with args beginning with: ${args.map((arg) => `'${arg}' `).join("")}`);
  }
  if (known !== undefined && !hasArity(known, args.length + 1)) {
    turn.session = spoiled(turn.session);
    return fail(`ERR wrong number of arguments for '${name}' command`);
  }
  if (turn.session.user === undefined && name !== "auth" && name !== "hello" && name !== "quit")
    return fail("NOAUTH Authentication required.");
  if (TRANSACTIONS.has(name)) return transact(turn, name);
  if (turn.session.queued !== undefined && name !== "quit") return queueCommand(turn, name, known as RedisCommand, args);
  return runCommand(turn, name, known as RedisCommand, args);
};

/** Keeps a command for the end of the transaction, which one that is refused spoils. */
const queueCommand = (turn: RedisTurn, name: string, known: RedisCommand, args: readonly string[]): RedisReply => {
  const refusal = refuse(turn, name, known, args);
  const { queued = [] } = turn.session;
  turn.session = refusal === undefined ? { ...turn.session, queued: [...queued, [name, ...args]] } : spoiled(turn.session);
  return refusal ?? QUEUED;
};

const runCommand = (turn: RedisTurn, name: string, known: RedisCommand, args: readonly string[]): RedisReply => {
  const refusal = refuse(turn, name, known, args);
  if (refusal !== undefined) return refusal;
  return known.run(turn, args);
};

const refuse = (turn: RedisTurn, name: string, known: RedisCommand, args: readonly string[]): RedisReply | undefined => {
  const userName = turn.session.user ?? "default";
  const user = turn.state.users[userName] ?? DEFAULT_USER;
  const isNew = turn.state.version.major >= 7;
  const sub = SUBCOMMANDS.has(name) ? args[0]?.toLowerCase() : undefined;
  if (name !== "auth" && !mayRun(user, name, known.groups, sub))
    return fail(
      isNew
        ? `NOPERM User ${userName} has no permissions to run the '${sub === undefined ? name : `${name}|${sub}`}' command`
        : `NOPERM this user has no permissions to run the '${name}' command or its subcommand`,
    );
  if (!keysOf(known, args).every((key) => mayTouch(user, key)))
    return fail(
      isNew ? "NOPERM No permissions to access a key" : "NOPERM this user has no permissions to access one of the keys used as arguments",
    );
  if (known.needsMemory === true && !turn.makeRoom()) return fail("OOM command not allowed when used memory > 'maxmemory'.");
  const text = known.groups.includes("write") ? refuseWrite(turn.state) : undefined;
  return text === undefined ? undefined : fail(text);
};

const keysOf = ({ keys }: RedisCommand, args: readonly string[]): readonly string[] => {
  if (keys === undefined) return [];
  const [first, last, step] = keys;
  const end = last < 0 ? args.length + 1 + last : Math.min(last, args.length);
  const found: string[] = [];
  for (let at = first; at <= end; at += step) found.push(args[at - 1] as string);
  return found;
};

const hasArity = ({ arity }: RedisCommand, words: number): boolean => (arity < 0 ? words >= -arity : words === arity);

const spoiled = (session: RedisSession): RedisSession => (session.queued === undefined ? session : { ...session, hasBadCommand: true });

const transact = (turn: RedisTurn, name: string): RedisReply => {
  const { queued, hasBadCommand } = turn.session;
  if (name === "multi") {
    if (queued !== undefined) return fail("ERR MULTI calls can not be nested");
    turn.session = { ...turn.session, queued: [], hasBadCommand: false };
    return OK;
  }
  if (name === "watch" || name === "unwatch") return OK;
  if (queued === undefined) return fail(`ERR ${name.toUpperCase()} without MULTI`);
  turn.session = { ...turn.session, queued: undefined, hasBadCommand: false };
  if (name === "discard") return OK;
  if (hasBadCommand) return fail("EXECABORT Transaction discarded because of previous errors.");
  return list(queued.map(([word = "", ...args]) => runCommand(turn, word, COMMANDS[word] as RedisCommand, args)));
};

/** The connection as the server remembers it after the command. */
const recordUse = ({ state, session, nowMs }: RedisTurn, [word = "", sub]: readonly string[]): RedisState => {
  const client = state.clients[session.id];
  if (client === undefined) return state;
  const name = word.toLowerCase();
  const used = {
    ...client,
    name: session.name,
    user: session.user ?? "default",
    database: session.database,
    usedAtMs: nowMs,
    command: SUBCOMMANDS.has(name) && sub !== undefined ? `${name}|${sub.toLowerCase()}` : name,
  };
  return { ...state, clients: { ...state.clients, [session.id]: used } };
};

const hello = (turn: RedisTurn, args: readonly string[]): RedisReply => {
  const auth = args.findIndex((arg) => arg.toLowerCase() === "auth");
  if (auth >= 0) {
    const reply = (SERVER_COMMANDS["auth"] as RedisCommand).run(turn, args.slice(auth + 1, auth + 3));
    if (reply.kind === "error") return reply;
  }
  if (turn.session.user === undefined)
    return fail(
      "NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO <proto> AUTH <user> <pass> option can be used to authenticate the client and select the RESP protocol version at the same time",
    );
  const { product, version } = turn.state.version;
  return list([
    "server",
    product.toLowerCase(),
    "version",
    version,
    "proto",
    { kind: "integer", value: 2 },
    "id",
    { kind: "integer", value: turn.session.id },
    "mode",
    "standalone",
    "role",
    turn.state.replicaOf === "" ? "master" : "replica",
    "modules",
    list([]),
  ]);
};

const describeCommands: RedisCommand["run"] = (_turn, [sub]) =>
  sub?.toLowerCase() === "count"
    ? { kind: "integer", value: Object.keys(COMMANDS).length }
    : sub === undefined
      ? list(Object.keys(COMMANDS))
      : NIL;

const COMMANDS: Readonly<Record<string, RedisCommand>> = {
  ...STRING_COMMANDS,
  ...COLLECTION_COMMANDS,
  ...KEY_COMMANDS,
  ...SERVER_COMMANDS,
  hello: { arity: -1, groups: ["connection"], run: hello },
  command: { arity: -1, groups: ["connection"], run: describeCommands },
};

const TRANSACTIONS = new Set(["multi", "exec", "discard", "watch", "unwatch"]);
const SUBCOMMANDS = new Set(["config", "client", "acl", "memory", "object", "slowlog", "latency", "command", "cluster"]);
