import { command, type RedisCommand } from "./redis-command.ts";
import { fail, integer, list, NIL, NOT_FLOAT, NOT_INTEGER, OK, type RedisReply, SYNTAX, text, WRONG_TYPE } from "./redis-reply.ts";
import type { RedisTurn } from "./redis-turn.ts";

/** The text under a key; undefined when there is none, a refusal when it is something else. */
export const textUnder = (turn: RedisTurn, key: string): string | undefined | RedisReply => {
  const value = turn.look(key);
  return value === undefined ? undefined : value.type === "string" ? value.text : WRONG_TYPE;
};

const isRefusal = (value: string | undefined | RedisReply): value is RedisReply => typeof value === "object";

const get = (turn: RedisTurn, [key = ""]: readonly string[]): RedisReply => {
  const found = textUnder(turn, key);
  return isRefusal(found) ? found : text(found);
};

interface SetOptions {
  readonly condition: "NX" | "XX" | undefined;
  readonly expiresAtMs: number | undefined;
  readonly keepsTime: boolean;
  readonly givesOld: boolean;
}

const set = (turn: RedisTurn, [key = "", value = "", ...words]: readonly string[]): RedisReply => {
  const options = setOptions(turn, words);
  if ("kind" in options) return options;
  const { condition, expiresAtMs, keepsTime, givesOld } = options;
  const old = givesOld ? get(turn, [key]) : NIL;
  if (old.kind === "error") return old;
  const before = turn.entry(key);
  if ((condition === "NX" && before !== undefined) || (condition === "XX" && before === undefined)) return givesOld ? old : NIL;
  const keptMs = keepsTime ? before?.expiresAtMs : undefined;
  turn.drop(key);
  turn.put(key, { type: "string", text: value }, expiresAtMs ?? keptMs);
  return givesOld ? old : OK;
};

const setOptions = (turn: RedisTurn, words: readonly string[]): SetOptions | RedisReply => {
  let condition: SetOptions["condition"];
  let expiresAtMs: number | undefined;
  let [keepsTime, givesOld] = [false, false];
  for (let at = 0; at < words.length; at++) {
    const word = (words[at] as string).toUpperCase();
    if ((word === "NX" || word === "XX") && condition === undefined) condition = word;
    else if (word === "GET") givesOld = true;
    else if (word === "KEEPTTL" && expiresAtMs === undefined) keepsTime = true;
    else if (UNITS[word] !== undefined && expiresAtMs === undefined && !keepsTime && at + 1 < words.length) {
      const amount = words[++at] as string;
      if (!/^-?\d+$/.test(amount)) return NOT_INTEGER;
      if (Number(amount) <= 0) return fail("ERR invalid expire time in 'set' command");
      const unit = UNITS[word] as { readonly ms: number; readonly isAbsolute: boolean };
      expiresAtMs = Number(amount) * unit.ms + (unit.isAbsolute ? 0 : turn.nowMs);
    } else return SYNTAX;
  }
  return { condition, expiresAtMs, keepsTime, givesOld };
};

const UNITS: Readonly<Record<string, { readonly ms: number; readonly isAbsolute: boolean }>> = {
  EX: { ms: 1000, isAbsolute: false },
  PX: { ms: 1, isAbsolute: false },
  EXAT: { ms: 1000, isAbsolute: true },
  PXAT: { ms: 1, isAbsolute: true },
};

const add = (turn: RedisTurn, key: string, by: string | undefined, sign = 1): RedisReply => {
  if (by !== undefined && !/^-?\d+$/.test(by)) return NOT_INTEGER;
  const found = textUnder(turn, key);
  if (isRefusal(found)) return found;
  if (found !== undefined && !/^-?\d+$/.test(found)) return NOT_INTEGER;
  const next = Number(found ?? "0") + sign * Number(by ?? "1");
  if (!Number.isSafeInteger(next)) return fail("ERR increment or decrement would overflow");
  turn.put(key, { type: "string", text: `${next}` });
  return integer(next);
};

const addFloat = (turn: RedisTurn, [key = "", by = ""]: readonly string[]): RedisReply => {
  const found = textUnder(turn, key);
  if (isRefusal(found)) return found;
  const next = Number(found ?? "0") + Number(by);
  if (by.trim() === "" || Number.isNaN(next)) return NOT_FLOAT;
  turn.put(key, { type: "string", text: `${Number(next.toPrecision(15))}` });
  return text(`${Number(next.toPrecision(15))}`);
};

const setMany = (turn: RedisTurn, args: readonly string[], name: string): RedisReply => {
  if (args.length % 2 !== 0) return fail(`ERR wrong number of arguments for '${name}' command`);
  for (let at = 0; at < args.length; at += 2) turn.putForGood(args[at] as string, { type: "string", text: args[at + 1] as string });
  return OK;
};

const setTimed = (turn: RedisTurn, [key = "", amount = "", value = ""]: readonly string[], ms: number, name: string): RedisReply => {
  if (!/^-?\d+$/.test(amount)) return NOT_INTEGER;
  if (Number(amount) <= 0) return fail(`ERR invalid expire time in '${name}' command`);
  turn.drop(key);
  turn.put(key, { type: "string", text: value }, turn.nowMs + Number(amount) * ms);
  return OK;
};

const append = (turn: RedisTurn, [key = "", more = ""]: readonly string[]): RedisReply => {
  const found = textUnder(turn, key);
  if (isRefusal(found)) return found;
  const next = `${found ?? ""}${more}`;
  turn.put(key, { type: "string", text: next });
  return integer(next.length);
};

const getRange = (turn: RedisTurn, [key = "", from = "", to = ""]: readonly string[]): RedisReply => {
  const found = textUnder(turn, key);
  if (isRefusal(found)) return found;
  if (!/^-?\d+$/.test(from) || !/^-?\d+$/.test(to)) return NOT_INTEGER;
  const [start, end] = span(Number(from), Number(to), (found ?? "").length);
  return text((found ?? "").slice(start, end));
};

/** Ends of a range in which negative numbers count from the back, as a slice takes them. */
export const span = (from: number, to: number, length: number): readonly [number, number] => [
  Math.max(0, from < 0 ? length + from : from),
  Math.max(0, (to < 0 ? length + to : to) + 1),
];

/** Commands on texts. */
export const STRING_COMMANDS: Readonly<Record<string, RedisCommand>> = {
  get: command(2, "rs", get, [1, 1, 1]),
  set: command(-3, "wsm", set, [1, 1, 1]),
  setnx: command(3, "wsm", (turn, [key = "", value = ""]) => integer(set(turn, [key, value, "NX"]) === OK ? 1 : 0), [1, 1, 1]),
  setex: command(4, "wsm", (turn, args) => setTimed(turn, args, 1000, "setex"), [1, 1, 1]),
  psetex: command(4, "wsm", (turn, args) => setTimed(turn, args, 1, "psetex"), [1, 1, 1]),
  mset: command(-3, "wsm", (turn, args) => setMany(turn, args, "mset"), [1, -1, 2]),
  mget: command(
    -2,
    "rs",
    (turn, keys) =>
      list(
        keys.map((key) => {
          const value = turn.look(key);
          return value?.type === "string" ? text(value.text) : NIL;
        }),
      ),
    [1, -1, 1],
  ),
  getset: command(3, "wsm", (turn, [key = "", value = ""]) => set(turn, [key, value, "GET"]), [1, 1, 1]),
  getdel: command(
    2,
    "ws",
    (turn, [key = ""]) => {
      const old = get(turn, [key]);
      if (old.kind === "text") turn.drop(key);
      return old;
    },
    [1, 1, 1],
  ),
  append: command(3, "wsm", append, [1, 1, 1]),
  strlen: command(
    2,
    "rs",
    (turn, [key = ""]) => {
      const found = textUnder(turn, key);
      return isRefusal(found) ? found : integer((found ?? "").length);
    },
    [1, 1, 1],
  ),
  getrange: command(4, "rs", getRange, [1, 1, 1]),
  incr: command(2, "wsm", (turn, [key = ""]) => add(turn, key, undefined), [1, 1, 1]),
  decr: command(2, "wsm", (turn, [key = ""]) => add(turn, key, undefined, -1), [1, 1, 1]),
  incrby: command(3, "wsm", (turn, [key = "", by]) => add(turn, key, by), [1, 1, 1]),
  decrby: command(3, "wsm", (turn, [key = "", by]) => add(turn, key, by, -1), [1, 1, 1]),
  incrbyfloat: command(3, "wsm", addFloat, [1, 1, 1]),
};
