import type { Socket } from "node:net";
import type { SocketServer } from "../network/open-socket.ts";

/** Serves memcached's text protocol, as far as clients and people use it. Items stay until the cache is full. */
export const serveMemcached = (): SocketServer => {
  const cache: Cache = { entries: new Map(), bytes: 0, startedAtMs: Date.now(), counts: { get: 0, set: 0, hits: 0, connections: 0 } };
  return { connected: (socket) => serve(cache, socket) };
};

interface Cache {
  readonly entries: Map<string, Entry>;
  bytes: number;
  readonly startedAtMs: number;
  readonly counts: { get: number; set: number; hits: number; connections: number };
}

interface Entry {
  readonly flags: string;
  readonly data: string;
}

const serve = (cache: Cache, socket: Socket): void => {
  let pending = "";
  cache.counts.connections += 1;
  socket.setEncoding("latin1");
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    cache.counts.connections -= 1;
  });
  socket.on("data", (text: string) => {
    pending += text;
    for (;;) {
      const taken = takeCommand(pending);
      if (taken === undefined) break;
      pending = taken.rest;
      const reply = run(cache, taken.words, taken.data);
      if (reply === undefined) return socket.end();
      socket.write(reply, "latin1");
    }
    if (pending.length > COMMAND_MAX) socket.end("SERVER_ERROR object too large for cache\r\n");
  });
};

const COMMAND_MAX = 2 ** 20;

interface Command {
  readonly words: readonly string[];
  readonly data: string;
  readonly rest: string;
}

/** Takes the first complete command from the received text; a storage command is complete with its data. */
const takeCommand = (text: string): Command | undefined => {
  const end = text.indexOf("\n");
  if (end < 0) return undefined;
  const words = text.slice(0, end).trim().split(/\s+/);
  const rest = text.slice(end + 1);
  if (!STORAGE.has(words[0] ?? "")) return { words, data: "", rest };
  const size = Number(words[4] ?? 0) || 0;
  return rest.length < size + 2 ? undefined : { words, data: rest.slice(0, size), rest: rest.slice(size + 2) };
};

const STORAGE = new Set(["set", "add", "replace"]);

/** Executes a command. @returns the reply; undefined: the connection ends */
const run = (cache: Cache, [name = "", ...args]: readonly string[], data: string): string | undefined => {
  if (name === "quit") return undefined;
  return COMMANDS[name]?.(cache, args, data) ?? "ERROR\r\n";
};

const COMMANDS: Readonly<Record<string, (cache: Cache, args: readonly string[], data: string) => string>> = {
  get: (cache, keys) => read(cache, keys),
  gets: (cache, keys) => read(cache, keys),
  set: (cache, args, data) => store(cache, args, data),
  add: (cache, args, data) => (cache.entries.has(args[0] ?? "") ? "NOT_STORED\r\n" : store(cache, args, data)),
  replace: (cache, args, data) => (cache.entries.has(args[0] ?? "") ? store(cache, args, data) : "NOT_STORED\r\n"),
  delete: (cache, [key = ""]) => (remove(cache, key) ? "DELETED\r\n" : "NOT_FOUND\r\n"),
  flush_all: (cache) => {
    cache.entries.clear();
    cache.bytes = 0;
    return "OK\r\n";
  },
  version: () => `VERSION ${VERSION}\r\n`,
  stats: (cache) => stats(cache),
};

const read = ({ entries, counts }: Cache, keys: readonly string[]): string => {
  const found = keys.map((key) => {
    counts.get += 1;
    const entry = entries.get(key);
    if (entry === undefined) return "";
    counts.hits += 1;
    return `VALUE ${key} ${entry.flags} ${entry.data.length}\r\n${entry.data}\r\n`;
  });
  return `${found.join("")}END\r\n`;
};

const store = (cache: Cache, [key = "", flags = "0"]: readonly string[], data: string): string => {
  remove(cache, key);
  cache.entries.set(key, { flags, data });
  cache.bytes += key.length + data.length;
  cache.counts.set += 1;
  // The oldest goes first.
  for (const oldest of cache.entries.keys()) {
    if (cache.bytes <= BYTES_MAX) break;
    remove(cache, oldest);
  }
  return "STORED\r\n";
};

const remove = (cache: Cache, key: string): boolean => {
  const entry = cache.entries.get(key);
  if (entry === undefined) return false;
  cache.bytes -= key.length + entry.data.length;
  return cache.entries.delete(key);
};

const stats = ({ entries, bytes, startedAtMs, counts }: Cache): string => {
  const now = Date.now();
  const rows: readonly (readonly [string, string | number])[] = [
    ["pid", 1],
    ["uptime", Math.floor((now - startedAtMs) / 1000)],
    ["time", Math.floor(now / 1000)],
    ["version", VERSION],
    ["curr_connections", counts.connections],
    ["cmd_get", counts.get],
    ["cmd_set", counts.set],
    ["get_hits", counts.hits],
    ["get_misses", counts.get - counts.hits],
    ["bytes", bytes],
    ["curr_items", entries.size],
    ["limit_maxbytes", BYTES_MAX],
    ["threads", 4],
  ];
  return `${rows.map(([name, value]) => `STAT ${name} ${value}\r\n`).join("")}END\r\n`;
};

const VERSION = "1.6.39";

/** Size of the cache, bytes: memcached's default. */
const BYTES_MAX = 64 * 2 ** 20;
