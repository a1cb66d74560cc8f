import type { RedisValue } from "./keyspace.ts";
import { command, type RedisCommand } from "./redis-command.ts";
import { fail, integer, list, NIL, NOT_FLOAT, NOT_INTEGER, type RedisReply, SYNTAX, text, WRONG_TYPE } from "./redis-reply.ts";
import type { RedisTurn } from "./redis-turn.ts";
import { span } from "./string-commands.ts";

type Kind = "hash" | "list" | "set" | "zset";
type ValueOf<K extends Kind> = Extract<RedisValue, { readonly type: K }>;

/** Gives a collection of some kind to a function, an empty one where there is none. */
const withKind = <K extends Kind>(turn: RedisTurn, key: string, empty: ValueOf<K>, use: (value: ValueOf<K>) => RedisReply): RedisReply => {
  const value = turn.look(key) ?? empty;
  return value.type === (empty as RedisValue).type ? use(value as ValueOf<K>) : WRONG_TYPE;
};

/** Replaces a collection; an empty one goes away. */
const keep = (turn: RedisTurn, key: string, value: RedisValue, isEmpty: boolean): void => {
  if (isEmpty) turn.drop(key);
  else turn.put(key, value);
};

const NO_HASH: ValueOf<"hash"> = { type: "hash", fields: {} };
const NO_LIST: ValueOf<"list"> = { type: "list", items: [] };
const NO_SET: ValueOf<"set"> = { type: "set", members: [] };
const NO_ZSET: ValueOf<"zset"> = { type: "zset", scores: {} };

type Args = readonly string[];

const setFields = (turn: RedisTurn, [key = "", ...pairs]: Args): RedisReply => {
  if (pairs.length % 2 !== 0) return fail("ERR wrong number of arguments for 'hset' command");
  return withKind(turn, key, NO_HASH, ({ fields }) => {
    const next = { ...fields };
    let added = 0;
    for (let at = 0; at < pairs.length; at += 2) {
      if (!Object.hasOwn(next, pairs[at] as string)) added += 1;
      next[pairs[at] as string] = pairs[at + 1] as string;
    }
    turn.put(key, { type: "hash", fields: next });
    return integer(added);
  });
};

const dropFields = (turn: RedisTurn, [key = "", ...names]: Args): RedisReply =>
  withKind(turn, key, NO_HASH, ({ fields }) => {
    const left = Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
    const gone = Object.keys(fields).length - Object.keys(left).length;
    if (gone > 0) keep(turn, key, { type: "hash", fields: left }, Object.keys(left).length === 0);
    return integer(gone);
  });

const fieldOf = ({ fields }: ValueOf<"hash">, name: string): string | undefined => (Object.hasOwn(fields, name) ? fields[name] : undefined);

const addToField = (turn: RedisTurn, [key = "", name = "", by = ""]: Args): RedisReply => {
  if (!/^-?\d+$/.test(by)) return NOT_INTEGER;
  return withKind(turn, key, NO_HASH, (hash) => {
    const before = fieldOf(hash, name) ?? "0";
    if (!/^-?\d+$/.test(before)) return fail("ERR hash value is not an integer");
    const next = Number(before) + Number(by);
    turn.put(key, { type: "hash", fields: { ...hash.fields, [name]: `${next}` } });
    return integer(next);
  });
};

const push =
  (atFront: boolean): RedisCommand["run"] =>
  (turn, [key = "", ...items]) =>
    withKind(turn, key, NO_LIST, (value) => {
      const next = atFront ? [...[...items].reverse(), ...value.items] : [...value.items, ...items];
      turn.put(key, { type: "list", items: next });
      return integer(next.length);
    });

const pop =
  (atFront: boolean): RedisCommand["run"] =>
  (turn, [key = "", count]) => {
    if (count !== undefined && !/^\d+$/.test(count)) return fail("ERR value is out of range, must be positive");
    return withKind(turn, key, NO_LIST, ({ items }) => {
      if (items.length === 0) return NIL;
      const wanted = Math.min(Number(count ?? "1"), items.length);
      const taken = atFront ? items.slice(0, wanted) : items.slice(items.length - wanted).reverse();
      const left = atFront ? items.slice(wanted) : items.slice(0, items.length - wanted);
      keep(turn, key, { type: "list", items: left }, left.length === 0);
      return count === undefined ? text(taken[0]) : list(taken);
    });
  };

const range = (turn: RedisTurn, [key = "", from = "", to = ""]: Args): RedisReply => {
  if (!/^-?\d+$/.test(from) || !/^-?\d+$/.test(to)) return NOT_INTEGER;
  return withKind(turn, key, NO_LIST, ({ items }) => list(items.slice(...span(Number(from), Number(to), items.length))));
};

const itemAt = (turn: RedisTurn, [key = "", at = ""]: Args): RedisReply =>
  /^-?\d+$/.test(at) ? withKind(turn, key, NO_LIST, ({ items }) => text(items.at(Number(at)))) : NOT_INTEGER;

const removeItems = (turn: RedisTurn, [key = "", count = "", item = ""]: Args): RedisReply => {
  if (!/^-?\d+$/.test(count)) return NOT_INTEGER;
  return withKind(turn, key, NO_LIST, ({ items }) => {
    const fromBack = Number(count) < 0;
    let left = Number(count) === 0 ? items.length : Math.abs(Number(count));
    const ordered = fromBack ? [...items].reverse() : items;
    const kept = ordered.filter((other) => other !== item || left-- <= 0);
    const gone = items.length - kept.length;
    if (gone > 0) keep(turn, key, { type: "list", items: fromBack ? kept.reverse() : kept }, kept.length === 0);
    return integer(gone);
  });
};

const addMembers = (turn: RedisTurn, [key = "", ...members]: Args): RedisReply =>
  withKind(turn, key, NO_SET, (value) => {
    const next = [...new Set([...value.members, ...members])];
    if (next.length > value.members.length) turn.put(key, { type: "set", members: next });
    return integer(next.length - value.members.length);
  });

const dropMembers = (turn: RedisTurn, [key = "", ...members]: Args): RedisReply =>
  withKind(turn, key, NO_SET, (value) => {
    const left = value.members.filter((member) => !members.includes(member));
    if (left.length < value.members.length) keep(turn, key, { type: "set", members: left }, left.length === 0);
    return integer(value.members.length - left.length);
  });

const addScores = (turn: RedisTurn, [key = "", ...words]: Args): RedisReply => {
  const flags = new Set<string>();
  let at = 0;
  for (; /^(nx|xx|gt|lt|ch|incr)$/i.test(words[at] ?? ""); at++) flags.add((words[at] as string).toUpperCase());
  const pairs = words.slice(at);
  if (pairs.length === 0 || pairs.length % 2 !== 0) return SYNTAX;
  return withKind(turn, key, NO_ZSET, ({ scores }) => {
    const next = { ...scores };
    let [added, changed] = [0, 0];
    for (let i = 0; i < pairs.length; i += 2) {
      const score = scoreOf(pairs[i] as string);
      const member = pairs[i + 1] as string;
      if (score === undefined) return NOT_FLOAT;
      const before = Object.hasOwn(next, member) ? next[member] : undefined;
      if ((flags.has("NX") && before !== undefined) || (flags.has("XX") && before === undefined)) continue;
      if (before === undefined) added += 1;
      else if (before !== score) changed += 1;
      next[member] = score;
    }
    keep(turn, key, { type: "zset", scores: next }, Object.keys(next).length === 0);
    return integer(flags.has("CH") ? added + changed : added);
  });
};

const scoreOf = (word: string): number | undefined => {
  if (/^[-+]?inf$/i.test(word)) return word.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const score = Number(word);
  return word.trim() === "" || Number.isNaN(score) ? undefined : score;
};

const showScore = (score: number): string =>
  score === Number.POSITIVE_INFINITY ? "inf" : score === Number.NEGATIVE_INFINITY ? "-inf" : `${score}`;

/** Members in order of their scores, those of one score by name. */
const ranked = ({ scores }: ValueOf<"zset">): readonly (readonly [string, number])[] =>
  Object.entries(scores).sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x < y ? -1 : 1));

const showRanked = (members: readonly (readonly [string, number])[], withScores: boolean): RedisReply =>
  list(members.flatMap(([member, score]) => (withScores ? [member, showScore(score)] : [member])));

const rankedRange =
  (isReversed: boolean): RedisCommand["run"] =>
  (turn, [key = "", from = "", to = "", ...words]) => {
    const options = words.map((word) => word.toUpperCase());
    if (options.includes("BYSCORE")) return byScore(turn, [key, from, to, ...words.filter((word) => word.toUpperCase() !== "BYSCORE")]);
    if (!/^-?\d+$/.test(from) || !/^-?\d+$/.test(to)) return NOT_INTEGER;
    if (options.some((option) => option !== "WITHSCORES" && option !== "REV")) return SYNTAX;
    return withKind(turn, key, NO_ZSET, (value) => {
      const members = [...ranked(value)];
      if (isReversed || options.includes("REV")) members.reverse();
      return showRanked(members.slice(...span(Number(from), Number(to), members.length)), options.includes("WITHSCORES"));
    });
  };

const byScore = (turn: RedisTurn, [key = "", from = "", to = "", ...words]: Args): RedisReply => {
  const [low, high] = [bound(from), bound(to)];
  if (low === undefined || high === undefined) return fail("ERR min or max is not a float");
  const options = words.map((word) => word.toUpperCase());
  const limit = options.indexOf("LIMIT");
  return withKind(turn, key, NO_ZSET, (value) => {
    const found = ranked(value).filter(
      ([, score]) => (low.isOpen ? score > low.score : score >= low.score) && (high.isOpen ? score < high.score : score <= high.score),
    );
    const cut = limit < 0 ? found : found.slice(Number(words[limit + 1]), Number(words[limit + 1]) + Number(words[limit + 2]));
    return showRanked(cut, options.includes("WITHSCORES"));
  });
};

const bound = (word: string): { readonly score: number; readonly isOpen: boolean } | undefined => {
  const isOpen = word.startsWith("(");
  const score = scoreOf(isOpen ? word.slice(1) : word);
  return score === undefined ? undefined : { score, isOpen };
};

const dropScores = (turn: RedisTurn, [key = "", ...members]: Args): RedisReply =>
  withKind(turn, key, NO_ZSET, ({ scores }) => {
    const left = Object.fromEntries(Object.entries(scores).filter(([member]) => !members.includes(member)));
    const gone = Object.keys(scores).length - Object.keys(left).length;
    if (gone > 0) keep(turn, key, { type: "zset", scores: left }, Object.keys(left).length === 0);
    return integer(gone);
  });

const raiseScore = (turn: RedisTurn, [key = "", by = "", member = ""]: Args): RedisReply => {
  const amount = scoreOf(by);
  if (amount === undefined) return NOT_FLOAT;
  return withKind(turn, key, NO_ZSET, ({ scores }) => {
    const next = (Object.hasOwn(scores, member) ? (scores[member] as number) : 0) + amount;
    turn.put(key, { type: "zset", scores: { ...scores, [member]: next } });
    return text(showScore(next));
  });
};

const ONE = [1, 1, 1] as const;

const HASH_COMMANDS: Readonly<Record<string, RedisCommand>> = {
  hset: command(-4, "whm", setFields, ONE),
  hget: command(3, "rh", (turn, [key = "", name = ""]) => withKind(turn, key, NO_HASH, (hash) => text(fieldOf(hash, name))), ONE),
  hmget: command(
    -3,
    "rh",
    (turn, [key = "", ...names]) => withKind(turn, key, NO_HASH, (hash) => list(names.map((name) => text(fieldOf(hash, name))))),
    ONE,
  ),
  hgetall: command(2, "rh", (turn, [key = ""]) => withKind(turn, key, NO_HASH, ({ fields }) => list(Object.entries(fields).flat())), ONE),
  hkeys: command(2, "rh", (turn, [key = ""]) => withKind(turn, key, NO_HASH, ({ fields }) => list(Object.keys(fields))), ONE),
  hvals: command(2, "rh", (turn, [key = ""]) => withKind(turn, key, NO_HASH, ({ fields }) => list(Object.values(fields))), ONE),
  hlen: command(2, "rh", (turn, [key = ""]) => withKind(turn, key, NO_HASH, ({ fields }) => integer(Object.keys(fields).length)), ONE),
  hexists: command(
    3,
    "rh",
    (turn, [key = "", name = ""]) => withKind(turn, key, NO_HASH, (hash) => integer(fieldOf(hash, name) === undefined ? 0 : 1)),
    ONE,
  ),
  hdel: command(-3, "wh", dropFields, ONE),
  hincrby: command(4, "whm", addToField, ONE),
};

const LIST_COMMANDS: Readonly<Record<string, RedisCommand>> = {
  lpush: command(-3, "wlm", push(true), ONE),
  rpush: command(-3, "wlm", push(false), ONE),
  lpop: command(-2, "wl", pop(true), ONE),
  rpop: command(-2, "wl", pop(false), ONE),
  llen: command(2, "rl", (turn, [key = ""]) => withKind(turn, key, NO_LIST, ({ items }) => integer(items.length)), ONE),
  lrange: command(4, "rl", range, ONE),
  lindex: command(3, "rl", itemAt, ONE),
  lrem: command(4, "wl", removeItems, ONE),
};

const SET_COMMANDS: Readonly<Record<string, RedisCommand>> = {
  sadd: command(-3, "wtm", addMembers, ONE),
  srem: command(-3, "wt", dropMembers, ONE),
  smembers: command(2, "rt", (turn, [key = ""]) => withKind(turn, key, NO_SET, ({ members }) => list(members)), ONE),
  scard: command(2, "rt", (turn, [key = ""]) => withKind(turn, key, NO_SET, ({ members }) => integer(members.length)), ONE),
  sismember: command(
    3,
    "rt",
    (turn, [key = "", member = ""]) => withKind(turn, key, NO_SET, ({ members }) => integer(members.includes(member) ? 1 : 0)),
    ONE,
  ),
};

const ZSET_COMMANDS: Readonly<Record<string, RedisCommand>> = {
  zadd: command(-4, "wzm", addScores, ONE),
  zrem: command(-3, "wz", dropScores, ONE),
  zincrby: command(4, "wzm", raiseScore, ONE),
  zcard: command(2, "rz", (turn, [key = ""]) => withKind(turn, key, NO_ZSET, ({ scores }) => integer(Object.keys(scores).length)), ONE),
  zscore: command(
    3,
    "rz",
    (turn, [key = "", member = ""]) =>
      withKind(turn, key, NO_ZSET, ({ scores }) => (Object.hasOwn(scores, member) ? text(showScore(scores[member] as number)) : NIL)),
    ONE,
  ),
  zrange: command(-4, "rz", rankedRange(false), ONE),
  zrevrange: command(-4, "rz", rankedRange(true), ONE),
  zrangebyscore: command(-4, "rz", byScore, ONE),
};

/** Commands on hashes, lists, sets and sorted sets. */
export const COLLECTION_COMMANDS: Readonly<Record<string, RedisCommand>> = {
  ...HASH_COMMANDS,
  hmset: command(-4, "whm", (turn, args) => okAfter(setFields(turn, args)), ONE),
  ...LIST_COMMANDS,
  ...SET_COMMANDS,
  ...ZSET_COMMANDS,
};

const okAfter = (reply: RedisReply): RedisReply => (reply.kind === "integer" ? { kind: "status", text: "OK" } : reply);
