import { ACL_COMMANDS } from "./acl-commands.ts";
import { globToPattern } from "./glob.ts";
import { DEFAULT_USER, passwordHash } from "./redis-acl.ts";
import { command, type RedisCommand } from "./redis-command.ts";
import { changeSetting, presentName, withFormerNames } from "./redis-config.ts";
import { describeServer } from "./redis-info.ts";
import { fail, integer, list, NIL, NOT_INTEGER, OK, type RedisReply, SYNTAX, text } from "./redis-reply.ts";
import { type RedisClient, saveSnapshot, startAppending } from "./redis-server-state.ts";
import type { RedisTurn } from "./redis-turn.ts";

type Args = readonly string[];

const config = (turn: RedisTurn, [sub = "", ...args]: Args): RedisReply => {
  switch (sub.toLowerCase()) {
    case "get": {
      if (args.length === 0) return fail("ERR wrong number of arguments for 'config|get' command");
      const patterns = args.map((arg) => globToPattern(arg.toLowerCase()));
      return list(
        Object.entries(withFormerNames(turn.state.config))
          .filter(([name]) => patterns.some((pattern) => pattern.test(name)))
          .flat(),
      );
    }
    case "set":
      return setConfig(turn, args);
    case "resetstat":
      turn.state = {
        ...turn.state,
        stats: { ...turn.state.stats, commands: 0, hits: 0, misses: 0, expired: 0, evicted: 0, connections: 0, rejected: 0 },
      };
      return OK;
    case "rewrite":
      return fail("ERR The server is running without a config file");
    default:
      return fail(`ERR unknown subcommand '${sub}'. Try CONFIG HELP.`);
  }
};

const setConfig = (turn: RedisTurn, args: Args): RedisReply => {
  if (args.length === 0 || args.length % 2 !== 0) return fail("ERR wrong number of arguments for 'config|set' command");
  const next = { ...turn.state.config };
  for (let at = 0; at < args.length; at += 2) {
    const name = presentName((args[at] as string).toLowerCase());
    const value = args[at + 1] as string;
    if (next[name] === undefined) return fail(`ERR Unknown option or number of arguments for CONFIG SET - '${name}'`);
    if (FIXED.has(name)) return fail(`ERR CONFIG SET failed (possibly related to argument '${name}') - can't set immutable config`);
    const why = changeSetting(next, name, value);
    if (why !== undefined) return fail(`ERR CONFIG SET failed (possibly related to argument '${name}') - ${why}`);
  }
  const before = turn.state.config;
  turn.state = { ...turn.state, config: next };
  if (next["requirepass"] !== before["requirepass"]) setPassword(turn, next["requirepass"] ?? "");
  if (next["appendonly"] === "yes" && before["appendonly"] !== "yes") startAppending(turn.world, turn.server, turn.state);
  turn.makeRoom();
  return OK;
};

const setPassword = (turn: RedisTurn, password: string): void => {
  const user = turn.state.users["default"] ?? DEFAULT_USER;
  const changed =
    password === ""
      ? { ...user, hasNoPassword: true, passwords: [] }
      : { ...user, hasNoPassword: false, passwords: [passwordHash(password)] };
  turn.state = { ...turn.state, users: { ...turn.state.users, default: changed } };
};

const FIXED = new Set(["port", "databases", "daemonize", "appendfilename", "appenddirname", "tcp-backlog", "logfile", "aclfile"]);

/** A connection as `CLIENT LIST` shows it. */
const describeClient = (
  { id, address, name, openedAtMs, usedAtMs, database, command: last, user }: RedisClient,
  nowMs: number,
  port: number,
): string =>
  `id=${id} addr=${address} laddr=0.0.0.0:${port} fd=${7 + id} name=${name} age=${Math.floor((nowMs - openedAtMs) / 1000)} idle=${Math.floor((nowMs - usedAtMs) / 1000)} flags=N db=${database} sub=0 psub=0 ssub=0 multi=-1 watch=0 qbuf=26 qbuf-free=20448 argv-mem=10 multi-mem=0 rbs=1024 rbp=0 obl=0 oll=0 omem=0 tot-mem=22426 events=r cmd=${last} user=${user} redir=-1 resp=2 lib-name= lib-ver=\n`;

const client = (turn: RedisTurn, [sub = "", ...args]: Args): RedisReply => {
  const { clients } = turn.state;
  const { port } = turn.server;
  switch (sub.toLowerCase()) {
    case "list":
      return {
        kind: "verbatim",
        text: Object.values(clients)
          .map((one) => describeClient(one, turn.nowMs, port))
          .join(""),
      };
    case "info": {
      const own = clients[turn.session.id];
      return own === undefined ? NIL : { kind: "verbatim", text: describeClient(own, turn.nowMs, port) };
    }
    case "id":
      return integer(turn.session.id);
    case "getname":
      return turn.session.name === "" ? NIL : text(turn.session.name);
    case "setname":
      if (/\s/.test(args[0] ?? "")) return fail("ERR Client names cannot contain spaces, newlines or special characters.");
      turn.session = { ...turn.session, name: args[0] ?? "" };
      return OK;
    case "setinfo":
    case "no-evict":
      return OK;
    case "kill":
      return kill(turn, args);
    default:
      return fail(`ERR unknown subcommand '${sub}'. Try CLIENT HELP.`);
  }
};

const kill = (turn: RedisTurn, args: Args): RedisReply => {
  const [what = "", value = ""] = args;
  const toDelete = Object.values(turn.state.clients).filter(({ id, address, user }) => {
    if (args.length === 1) return address === what;
    if (id === turn.session.id) return false;
    if (/^id$/i.test(what)) return `${id}` === value;
    if (/^addr$/i.test(what)) return address === value;
    if (/^user$/i.test(what)) return user === value;
    return /^type$/i.test(what) && value.toLowerCase() === "normal";
  });
  if (args.length > 1 && !/^(id|addr|user|type|laddr|maxage|skipme)$/i.test(what)) return SYNTAX;
  const gone = new Set(toDelete.map(({ id }) => id));
  const left = Object.fromEntries(Object.entries(turn.state.clients).filter(([id]) => !gone.has(Number(id))));
  turn.state = { ...turn.state, clients: left };
  if (args.length === 1) return gone.size === 0 ? fail("ERR No such client") : OK;
  return integer(gone.size);
};

const select = (turn: RedisTurn, [number = ""]: Args): RedisReply => {
  if (!/^-?\d+$/.test(number)) return NOT_INTEGER;
  if (Number(number) < 0 || Number(number) >= Number(turn.state.config["databases"])) return fail("ERR DB index is out of range");
  turn.session = { ...turn.session, database: Number(number) };
  return OK;
};

const save = (turn: RedisTurn): void => {
  turn.state = saveSnapshot(turn.world, turn.server, turn.state);
};

const follow = (turn: RedisTurn, [host = "", port = ""]: Args): RedisReply => {
  if (host.toLowerCase() === "no" && port.toLowerCase() === "one") {
    turn.state = { ...turn.state, replicaOf: "", config: { ...turn.state.config, replicaof: "" } };
    return OK;
  }
  if (!/^\d+$/.test(port)) return fail("ERR Invalid master port");
  const address = `${host} ${port}`;
  turn.state = { ...turn.state, replicaOf: address, config: { ...turn.state.config, replicaof: address } };
  return OK;
};

const role = ({ state: { replicaOf } }: RedisTurn): RedisReply => {
  const [host = "", port = "0"] = replicaOf.split(" ");
  return replicaOf === "" ? list(["master", integer(0), list([])]) : list(["slave", host, integer(Number(port)), "connect", integer(-1)]);
};

const debug = (turn: RedisTurn, [sub = ""]: Args): RedisReply =>
  fail(
    turn.state.version.major >= 7
      ? 'ERR DEBUG command not allowed. If the enable-debug-command option is set to "local", you can run it from a local connection, otherwise you need to set this option in the configuration file, and then restart the server.'
      : `ERR unknown subcommand '${sub}'. Try DEBUG HELP.`,
  );

const empty = (sub: string, name: string, known: Readonly<Record<string, RedisReply>>): RedisReply =>
  known[sub.toLowerCase()] ?? fail(`ERR unknown subcommand '${sub}'. Try ${name} HELP.`);

/** Commands about the server and the connection. */
export const SERVER_COMMANDS: Readonly<Record<string, RedisCommand>> = {
  ...ACL_COMMANDS,
  ping: command(-1, "c", (_turn, [word]) => (word === undefined ? { kind: "status", text: "PONG" } : text(word))),
  echo: command(2, "c", (_turn, [word]) => text(word)),
  quit: command(-1, "c", () => OK),
  select: command(2, "c", select),
  info: command(-1, "d", (turn, sections) => ({ kind: "verbatim", text: describeServer(turn, sections) })),
  config: command(-2, "a", config),
  client: command(-2, "c", client),
  time: command(1, "", ({ nowMs }) => list([`${Math.floor(nowMs / 1000)}`, `${(nowMs % 1000) * 1000}`])),
  lastsave: command(1, "a", ({ state }) => integer(Math.floor(state.lastSaveMs / 1000))),
  save: command(1, "a", (turn) => {
    save(turn);
    return OK;
  }),
  bgsave: command(-1, "a", (turn) => {
    save(turn);
    return { kind: "status", text: "Background saving started" };
  }),
  bgrewriteaof: command(1, "a", () => ({ kind: "status", text: "Background append only file rewriting started" })),
  role: command(1, "a", role),
  replicaof: command(3, "a", follow),
  slaveof: command(3, "a", follow),
  debug: command(-2, "a", debug),
  slowlog: command(-2, "a", (_turn, [sub = ""]) => empty(sub, "SLOWLOG", { get: list([]), len: integer(0), reset: OK })),
  latency: command(-2, "a", (_turn, [sub = ""]) => empty(sub, "LATENCY", { latest: list([]), reset: integer(0) })),
  shutdown: command(-1, "a", () => OK),
  cluster: command(-2, "", () => fail("ERR This instance has cluster support disabled")),
  wait: command(3, "", () => integer(0)),
  publish: command(3, "", () => integer(0)),
};
