/** A value with what Redis keeps about it. Immutable. */
export interface RedisEntry {
  readonly value: RedisValue;
  readonly expiresAtMs?: number;
  /** Grows with every use: the least one goes first when memory runs out. */
  readonly usedAt: number;
}

export type RedisValue =
  | { readonly type: "string"; readonly text: string }
  | { readonly type: "list"; readonly items: readonly string[] }
  | { readonly type: "set"; readonly members: readonly string[] }
  | { readonly type: "hash"; readonly fields: Readonly<Record<string, string>> }
  | { readonly type: "zset"; readonly scores: Readonly<Record<string, number>> };

/** The keys of one database: buckets of few keys, so that a write copies little. */
export interface Keyspace {
  readonly buckets: readonly (Readonly<Record<string, RedisEntry>> | undefined)[];
  readonly size: number;
  readonly bytes: number;
}

/** A database without keys. */
export const EMPTY_KEYSPACE: Keyspace = { buckets: [], size: 0, bytes: 0 };

/** Entry of a key, expired or not. */
export const entryOf = ({ buckets }: Keyspace, key: string): RedisEntry | undefined => {
  const bucket = buckets[hash(key)];
  return bucket !== undefined && Object.hasOwn(bucket, key) ? bucket[key] : undefined;
};

/** The same database with a key replaced; an entry of undefined removes it. */
export const withEntry = (space: Keyspace, key: string, entry: RedisEntry | undefined): Keyspace => {
  const before = entryOf(space, key);
  if (before === undefined && entry === undefined) return space;
  const at = hash(key);
  const { [key]: _gone, ...others } = space.buckets[at] ?? {};
  const buckets = space.buckets.length === 0 ? new Array<undefined>(BUCKETS).fill(undefined) : [...space.buckets];
  const next: readonly (Readonly<Record<string, RedisEntry>> | undefined)[] = buckets.with(
    at,
    (entry === undefined ? others : { ...others, [key]: entry }) as never,
  );
  return {
    buckets: next,
    size: space.size + (entry === undefined ? 0 : 1) - (before === undefined ? 0 : 1),
    bytes: space.bytes + (entry === undefined ? 0 : bytesOf(key, entry.value)) - (before === undefined ? 0 : bytesOf(key, before.value)),
  };
};

/** All keys with their entries, in the order of the table. */
export const entriesOf = ({ buckets }: Keyspace): readonly (readonly [string, RedisEntry])[] =>
  buckets.flatMap((bucket) => (bucket === undefined ? [] : Object.entries(bucket)));

/** Memory that a key takes with its value, as `MEMORY USAGE` says. */
export const bytesOf = (key: string, value: RedisValue): number => 48 + roundUp(key.length) + valueBytes(value);

const BUCKETS = 64;

const hash = (key: string): number => {
  let sum = 5381;
  for (let i = 0; i < key.length; i++) sum = (Math.imul(sum, 33) ^ key.charCodeAt(i)) >>> 0;
  return sum % BUCKETS;
};

const valueBytes = (value: RedisValue): number => {
  switch (value.type) {
    case "string":
      return roundUp(value.text.length);
    case "list":
      return 64 + sum(value.items);
    case "set":
      return 64 + sum(value.members);
    case "hash":
      return 64 + sum(Object.keys(value.fields)) + sum(Object.values(value.fields));
    case "zset":
      return 64 + sum(Object.keys(value.scores)) + 16 * Object.keys(value.scores).length;
  }
};

const sum = (texts: readonly string[]): number => texts.reduce((total, text) => total + roundUp(text.length), 0);

/** Memory is handed out in steps of eight bytes. */
const roundUp = (bytes: number): number => Math.ceil((bytes + 3) / 8) * 8;
