import type { World } from "../../../kernel/world.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { EMPTY_KEYSPACE, entriesOf, entryOf, type Keyspace, type RedisEntry, type RedisValue, withEntry } from "./keyspace.ts";
import { databaseOf, type RedisState, usedMemory } from "./redis-server-state.ts";

/** Connection, as its client keeps it. */
export interface RedisSession {
  readonly id: number;
  readonly user: string | undefined;
  readonly database: number;
  readonly name: string;
  /** Commands since MULTI; undefined outside of a transaction. */
  readonly queued: readonly (readonly string[])[] | undefined;
  readonly hasBadCommand: boolean;
}

/** One command at one server: reads see what writes of the same turn did. */
export class RedisTurn {
  readonly world: World;
  readonly server: StoreServer;
  readonly nowMs: number;
  /** Tells the names of commands from others. */
  readonly isCommand: (name: string) => boolean;
  state: RedisState;
  session: RedisSession;

  constructor(
    world: World,
    server: StoreServer,
    given: { readonly state: RedisState; readonly session: RedisSession },
    isCommand: (name: string) => boolean,
  ) {
    this.world = world;
    this.server = server;
    this.nowMs = world.nowMs();
    this.state = given.state;
    this.session = given.session;
    this.isCommand = isCommand;
  }

  /** The database in which the session is. */
  get space(): Keyspace {
    return databaseOf(this.state, this.session.database);
  }

  set space(space: Keyspace) {
    this.state = { ...this.state, databases: { ...this.state.databases, [this.session.database]: space } };
  }

  /** Entry of a key; an expired one is removed first. */
  entry(key: string): RedisEntry | undefined {
    const entry = entryOf(this.space, key);
    if (entry?.expiresAtMs === undefined || entry.expiresAtMs > this.nowMs) return entry;
    this.space = withEntry(this.space, key, undefined);
    this.count("expired");
    return undefined;
  }

  /** The same for reads that count as hit or miss. */
  look(key: string): RedisValue | undefined {
    const entry = this.entry(key);
    this.count(entry === undefined ? "misses" : "hits");
    return entry?.value;
  }

  /** Replaces a value; its expiry is kept unless given. */
  put(key: string, value: RedisValue, expiresAtMs = this.entry(key)?.expiresAtMs): void {
    const uses = this.state.uses + 1;
    const entry = { value, usedAt: uses, ...(expiresAtMs === undefined ? {} : { expiresAtMs }) };
    this.state = { ...this.state, uses, dirty: this.state.dirty + 1 };
    this.space = withEntry(this.space, key, entry);
  }

  /** Replaces a value that has no expiry. */
  putForGood(key: string, value: RedisValue): void {
    this.drop(key);
    this.put(key, value);
  }

  /** Sets the expiry of a key; undefined: none. */
  expire(key: string, atMs: number | undefined): void {
    const entry = this.entry(key);
    if (entry === undefined) return;
    const { expiresAtMs: _before, ...rest } = entry;
    this.state = { ...this.state, dirty: this.state.dirty + 1 };
    this.space = withEntry(this.space, key, atMs === undefined ? rest : { ...rest, expiresAtMs: atMs });
  }

  /** Removes a key; true when there was one. */
  drop(key: string): boolean {
    if (this.entry(key) === undefined) return false;
    this.state = { ...this.state, dirty: this.state.dirty + 1 };
    this.space = withEntry(this.space, key, undefined);
    return true;
  }

  /** Unexpired keys, in the order of the table. */
  keys(): readonly string[] {
    return entriesOf(this.space)
      .filter(([, { expiresAtMs }]) => expiresAtMs === undefined || expiresAtMs > this.nowMs)
      .map(([key]) => key);
  }

  clear(): void {
    this.state = { ...this.state, dirty: this.state.dirty + this.space.size };
    this.space = EMPTY_KEYSPACE;
  }

  count(what: keyof RedisState["stats"]): void {
    this.state = { ...this.state, stats: { ...this.state.stats, [what]: this.state.stats[what] + 1 } };
  }

  /** Makes room as the policy says; false when there is none to be made. */
  makeRoom(): boolean {
    const limit = Number(this.state.config["maxmemory"]);
    if (limit === 0) return true;
    const policy = this.state.config["maxmemory-policy"] ?? "noeviction";
    while (usedMemory(this.state) > limit) {
      const victim = policy === "noeviction" ? undefined : this.#victim(policy);
      if (victim === undefined) return false;
      const [number, key] = victim;
      this.state = {
        ...this.state,
        databases: { ...this.state.databases, [number]: withEntry(databaseOf(this.state, number), key, undefined) },
      };
      this.count("evicted");
    }
    return true;
  }

  /** Key to evict: the least recently used, or the one that expires next. */
  #victim(policy: string): readonly [number, string] | undefined {
    let found: { readonly number: number; readonly key: string; readonly rank: number } | undefined;
    for (const [number, space] of Object.entries(this.state.databases))
      for (const [key, { usedAt, expiresAtMs }] of entriesOf(space)) {
        if (policy.startsWith("volatile") && expiresAtMs === undefined) continue;
        const rank = policy === "volatile-ttl" ? (expiresAtMs ?? 0) : usedAt;
        if (found === undefined || rank < found.rank) found = { number: Number(number), key, rank };
      }
    return found === undefined ? undefined : [found.number, found.key];
  }
}
