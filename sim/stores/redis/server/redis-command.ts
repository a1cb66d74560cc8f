import type { RedisReply } from "./redis-reply.ts";
import type { RedisTurn } from "./redis-turn.ts";

/** One command of the server. */
export interface RedisCommand {
  /** Number of words with its name; negative: at least so many. */
  readonly arity: number;
  /** Groups of `ACL`, of which `write` and `read` also say what it does. */
  readonly groups: readonly string[];
  /** True for commands that are refused when memory is full. */
  readonly needsMemory?: boolean;
  /** Positions of key arguments: first, last and step; missing: none. */
  readonly keys?: readonly [number, number, number];
  run(turn: RedisTurn, args: readonly string[]): RedisReply;
}

/** Describes a command in short: its groups by letter (`w` write, `r` read, `a` admin, `d` dangerous, `c` connection, `m` needs memory). */
export const command = (
  arity: number,
  letters: string,
  run: RedisCommand["run"],
  keys?: readonly [number, number, number],
): RedisCommand => ({
  arity,
  groups: [...letters].flatMap((letter) => GROUPS[letter] ?? []),
  ...(letters.includes("m") ? { needsMemory: true } : {}),
  ...(keys === undefined ? {} : { keys }),
  run,
});

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  w: ["write"],
  r: ["read"],
  a: ["admin", "dangerous"],
  d: ["dangerous"],
  c: ["connection"],
  s: ["string"],
  h: ["hash"],
  l: ["list"],
  t: ["set"],
  z: ["sortedset"],
  k: ["keyspace"],
  x: ["transaction"],
};
