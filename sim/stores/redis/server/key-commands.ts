import { globToPattern } from "./glob.ts";
import { bytesOf, entryOf, type RedisValue } from "./keyspace.ts";
import { command, type RedisCommand } from "./redis-command.ts";
import { fail, integer, list, NIL, NOT_INTEGER, OK, type RedisReply, SYNTAX, text } from "./redis-reply.ts";
import type { RedisTurn } from "./redis-turn.ts";

type Args = readonly string[];

const expire =
  (unitMs: number, isAbsolute: boolean, name: string): RedisCommand["run"] =>
  (turn, [key = "", amount = "", condition]) => {
    if (!/^-?\d+$/.test(amount)) return NOT_INTEGER;
    if (condition !== undefined && !/^(nx|xx|gt|lt)$/i.test(condition)) return fail(`ERR Unsupported option ${condition}`);
    const entry = turn.entry(key);
    if (entry === undefined) return integer(0);
    const atMs = Number(amount) * unitMs + (isAbsolute ? 0 : turn.nowMs);
    if (!Number.isSafeInteger(atMs)) return fail(`ERR invalid expire time in '${name}' command`);
    if (!mayExpire(condition?.toUpperCase(), entry.expiresAtMs, atMs)) return integer(0);
    if (atMs <= turn.nowMs) turn.drop(key);
    else turn.expire(key, atMs);
    return integer(1);
  };

const mayExpire = (condition: string | undefined, beforeMs: number | undefined, atMs: number): boolean => {
  if (condition === "NX") return beforeMs === undefined;
  if (condition === "XX") return beforeMs !== undefined;
  if (condition === "GT") return beforeMs !== undefined && atMs > beforeMs;
  return condition !== "LT" || beforeMs === undefined || atMs < beforeMs;
};

const timeLeft =
  (unitMs: number): RedisCommand["run"] =>
  (turn, [key = ""]) => {
    const entry = turn.entry(key);
    if (entry === undefined) return integer(-2);
    return integer(entry.expiresAtMs === undefined ? -1 : Math.floor((entry.expiresAtMs - turn.nowMs + unitMs / 2) / unitMs));
  };

const scan = (turn: RedisTurn, [cursor = "", ...words]: Args): RedisReply => {
  if (!/^\d+$/.test(cursor)) return fail("ERR invalid cursor");
  let [match, count, type] = ["*", 10, ""];
  for (let at = 0; at < words.length; at += 2) {
    const [word = "", value] = [words[at]?.toUpperCase(), words[at + 1]];
    if (value === undefined) return SYNTAX;
    if (word === "MATCH") match = value;
    else if (word === "COUNT" && /^\d+$/.test(value) && Number(value) > 0) count = Number(value);
    else if (word === "TYPE") type = value.toLowerCase();
    else return SYNTAX;
  }
  const keys = turn.keys();
  const start = Number(cursor);
  const pattern = globToPattern(match);
  const found = keys.slice(start, start + count).filter((key) => pattern.test(key) && (type === "" || typeOf(turn, key) === type));
  return list([`${start + count >= keys.length ? 0 : start + count}`, list(found)]);
};

const typeOf = (turn: RedisTurn, key: string): string => entryOf(turn.space, key)?.value.type ?? "none";

const rename = (turn: RedisTurn, [from = "", to = ""]: Args, onlyNew: boolean): RedisReply => {
  const entry = turn.entry(from);
  if (entry === undefined) return fail("ERR no such key");
  if (onlyNew && turn.entry(to) !== undefined) return integer(0);
  turn.drop(from);
  turn.drop(to);
  turn.put(to, entry.value, entry.expiresAtMs);
  return onlyNew ? integer(1) : OK;
};

const encodingOf = (value: RedisValue): string => {
  switch (value.type) {
    case "string":
      return /^-?\d{1,19}$/.test(value.text) ? "int" : value.text.length <= 44 ? "embstr" : "raw";
    case "list":
      return value.items.length <= 128 ? "listpack" : "quicklist";
    case "set":
      return value.members.every((member) => /^-?\d{1,19}$/.test(member))
        ? "intset"
        : value.members.length <= 128
          ? "listpack"
          : "hashtable";
    case "hash":
      return Object.keys(value.fields).length <= 128 ? "listpack" : "hashtable";
    case "zset":
      return Object.keys(value.scores).length <= 128 ? "listpack" : "skiplist";
  }
};

const object = (turn: RedisTurn, [sub = "", key = ""]: Args): RedisReply => {
  const entry = turn.entry(key);
  switch (sub.toLowerCase()) {
    case "encoding":
      return entry === undefined ? NIL : text(encodingOf(entry.value));
    case "refcount":
      return entry === undefined ? NIL : integer(1);
    case "idletime":
      return entry === undefined ? NIL : integer(0);
    default:
      return fail(`ERR unknown subcommand '${sub}'. Try OBJECT HELP.`);
  }
};

const memory = (turn: RedisTurn, [sub = "", key = ""]: Args): RedisReply => {
  if (sub.toLowerCase() === "doctor")
    return text(
      "Hi Sam, this instance is empty or is using very little memory, my issue detector can't be used in these conditions. Please, leave for your mission on Earth and fill it with some data. The new Sam and I will be back to our programming as soon as I finished rebooting.\n",
    );
  if (sub.toLowerCase() !== "usage") return fail(`ERR unknown subcommand '${sub}'. Try MEMORY HELP.`);
  const entry = turn.entry(key);
  return entry === undefined ? NIL : integer(bytesOf(key, entry.value));
};

const count = (keys: Args, act: (key: string) => boolean): RedisReply => integer(keys.reduce((sum, key) => sum + (act(key) ? 1 : 0), 0));

const ONE = [1, 1, 1] as const;
const ALL = [1, -1, 1] as const;

/** Commands on keys of any type. */
export const KEY_COMMANDS: Readonly<Record<string, RedisCommand>> = {
  del: command(-2, "wk", (turn, keys) => count(keys, (key) => turn.drop(key)), ALL),
  unlink: command(-2, "wk", (turn, keys) => count(keys, (key) => turn.drop(key)), ALL),
  exists: command(-2, "rk", (turn, keys) => count(keys, (key) => turn.entry(key) !== undefined), ALL),
  touch: command(-2, "rk", (turn, keys) => count(keys, (key) => turn.entry(key) !== undefined), ALL),
  type: command(2, "rk", (turn, [key = ""]) => ({ kind: "status", text: turn.entry(key)?.value.type ?? "none" }), ONE),
  keys: command(2, "rkd", (turn, [pattern = ""]) => {
    const matcher = globToPattern(pattern);
    return list(turn.keys().filter((key) => matcher.test(key)));
  }),
  scan: command(-2, "rk", scan),
  randomkey: command(1, "rk", (turn) => text(turn.keys()[0])),
  dbsize: command(1, "rk", (turn) => integer(turn.space.size)),
  expire: command(-3, "wk", expire(1000, false, "expire"), ONE),
  pexpire: command(-3, "wk", expire(1, false, "pexpire"), ONE),
  expireat: command(-3, "wk", expire(1000, true, "expireat"), ONE),
  pexpireat: command(-3, "wk", expire(1, true, "pexpireat"), ONE),
  ttl: command(2, "rk", timeLeft(1000), ONE),
  pttl: command(2, "rk", timeLeft(1), ONE),
  persist: command(
    2,
    "wk",
    (turn, [key = ""]) => {
      if (turn.entry(key)?.expiresAtMs === undefined) return integer(0);
      turn.expire(key, undefined);
      return integer(1);
    },
    ONE,
  ),
  rename: command(3, "wk", (turn, args) => rename(turn, args, false), [1, 2, 1]),
  renamenx: command(3, "wk", (turn, args) => rename(turn, args, true), [1, 2, 1]),
  flushdb: command(-1, "wkd", (turn) => {
    turn.clear();
    return OK;
  }),
  flushall: command(-1, "wkd", (turn) => {
    turn.clear();
    turn.state = { ...turn.state, databases: {} };
    return OK;
  }),
  object: command(-2, "rk", object, [2, 2, 1]),
  memory: command(-2, "r", memory),
};
