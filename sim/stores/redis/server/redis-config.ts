import { type RedisVersion, settingsOf } from "./redis-version.ts";

/** Settings of a running server, as `CONFIG GET` names them. */
export type RedisConfig = Readonly<Record<string, string>>;

export type ConfigReading =
  | { readonly ok: true; readonly config: RedisConfig; readonly users: readonly string[]; readonly hasFile: boolean }
  /** The file as far as the line at fault, for the words of the server. */
  | { readonly ok: false; readonly line: number; readonly text: string; readonly why: string }
  | { readonly ok: false; readonly missing: string };

/**
 * Reads settings as the server does: a file first, then options of the command line, `-` for what a file cannot say.
 * @param readFile text of a path; undefined when there is none
 */
export const readConfig = (
  args: readonly string[],
  version: RedisVersion,
  readFile: (path: string) => string | undefined,
): ConfigReading => {
  const [first] = args;
  const path = first !== undefined && !first.startsWith("-") ? first : undefined;
  const text = path === undefined ? "" : readFile(path);
  if (text === undefined) return { ok: false, missing: path ?? "" };
  const lines = [...text.split("\n"), ...commandLine(path === undefined ? args : args.slice(1))];
  const config: Record<string, string> = { ...settingsOf(version) };
  const users: string[] = [];
  let hasSaves = false;
  for (const [index, line] of lines.entries()) {
    const words = splitLine(line.trim());
    if (words === undefined) return { ok: false, line: index + 1, text: line.trim(), why: "Unbalanced quotes in configuration line" };
    const [name = "", ...values] = words;
    if (name === "" || name.startsWith("#")) continue;
    const key = presentName(name.toLowerCase());
    if (key === "user") users.push(values.join(" "));
    else if (key === "save") {
      config["save"] = hasSaves && values[0] !== "" ? `${config["save"]} ${values.join(" ")}`.trim() : values.join(" ");
      hasSaves = true;
    } else if (key === "replicaof") config["replicaof"] = values.join(" ");
    else if (IGNORED.has(key)) continue;
    else {
      const why = changeSetting(config, key, values.join(" "), values.length);
      if (why !== undefined) return { ok: false, line: index + 1, text: line.trim(), why };
    }
  }
  return { ok: true, config, users, hasFile: path !== undefined };
};

/** Present name of a setting, for one from before servers had replicas. */
export const presentName = (name: string): string => FORMER[name] ?? name;

/** Settings by all of their names. */
export const withFormerNames = (config: RedisConfig): RedisConfig => ({
  ...config,
  ...Object.fromEntries(Object.entries(FORMER).map(([former, name]) => [former, config[name] ?? ""])),
});

const FORMER: Readonly<Record<string, string>> = {
  slaveof: "replicaof",
  "slave-read-only": "replica-read-only",
  "slave-serve-stale-data": "replica-serve-stale-data",
  "slave-priority": "replica-priority",
  "min-slaves-to-write": "min-replicas-to-write",
  "min-slaves-max-lag": "min-replicas-max-lag",
};

/** Changes a setting. @returns error in the server's words */
export const changeSetting = (config: Record<string, string>, name: string, value: string, count = 1): string | undefined => {
  if (config[name] === undefined || (count !== 1 && !MANY.has(name))) return "Bad directive or wrong number of arguments";
  if (BOOLEAN.has(name) && value !== "yes" && value !== "no") return "argument must be 'yes' or 'no'";
  if (MEMORY.has(name)) {
    const bytes = parseMemory(value);
    if (bytes === undefined) return "argument must be a memory value";
    config[name] = `${bytes}`;
    return undefined;
  }
  const allowed = CHOICES[name];
  if (allowed !== undefined && !allowed.includes(value)) return `argument(s) must be one of the following: ${allowed.join(", ")}`;
  const range = NUMBERS[name];
  if (range !== undefined) {
    const number = /^-?\d+$/.test(value) ? Number(value) : undefined;
    if (number === undefined) return "argument couldn't be parsed into an integer";
    if (number < range[0] || number > range[1]) return `argument must be between ${range[0]} and ${range[1]} inclusive`;
  }
  config[name] = value;
  return undefined;
};

/** A size with the units of the configuration: k is 1000, kb is 1024. */
export const parseMemory = (text: string): number | undefined => {
  const match = /^(\d+)(b|k|kb|m|mb|g|gb)?$/i.exec(text);
  if (match === null) return undefined;
  return Number(match[1]) * (UNITS[(match[2] ?? "b").toLowerCase()] ?? 1);
};

/** Words of a line, with either quotes as the server reads them; undefined when a quote is not closed. */
export const splitLine = (line: string): readonly string[] | undefined => {
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    if (/\s/.test(line[at] as string)) {
      at += 1;
      continue;
    }
    const read = readWord(line, at);
    if (read === undefined) return undefined;
    words.push(read.word);
    at = read.at;
  }
  return words;
};

const readWord = (line: string, start: number): { readonly word: string; readonly at: number } | undefined => {
  let word = "";
  let at = start;
  while (at < line.length && !/\s/.test(line[at] as string)) {
    const quote = line[at] as string;
    if (quote !== '"' && quote !== "'") {
      word += quote;
      at += 1;
      continue;
    }
    at += 1;
    for (;;) {
      const character = line[at];
      if (character === undefined) return undefined;
      at += 1;
      if (character === quote) break;
      if (character !== "\\") word += character;
      else if (quote === '"') {
        const hex = /^x([0-9a-fA-F]{2})/.exec(line.slice(at));
        word += hex === null ? (ESCAPES[line[at] ?? ""] ?? line[at] ?? "") : String.fromCharCode(Number.parseInt(hex[1] as string, 16));
        at += hex === null ? 1 : 3;
      } else if (line[at] === "'") {
        word += "'";
        at += 1;
      } else word += "\\";
    }
    if (line[at] !== undefined && !/\s/.test(line[at] as string)) return undefined;
  }
  return { word, at };
};

/** `--name value value --other value`, one line each. */
const commandLine = (args: readonly string[]): readonly string[] => {
  const lines: string[] = [];
  for (const arg of args) {
    if (arg.startsWith("--")) lines.push(arg.slice(2));
    else if (arg !== "-") lines.push(`${lines.pop() ?? ""} ${arg === "" || /[\s"']/.test(arg) ? JSON.stringify(arg) : arg}`);
  }
  return lines;
};

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", a: "\x07", b: "\b" };
const UNITS: Readonly<Record<string, number>> = { b: 1, k: 1000, kb: 1024, m: 1e6, mb: 2 ** 20, g: 1e9, gb: 2 ** 30 };
const IGNORED = new Set(["include", "loadmodule", "sentinel", "rename-command", "tls-cert-file", "tls-key-file", "tls-ca-cert-file"]);
const BOOLEAN = new Set(
  "appendonly protected-mode daemonize stop-writes-on-bgsave-error rdbcompression rdbchecksum replica-read-only replica-serve-stale-data aof-load-truncated lazyfree-lazy-expire activerehashing".split(
    " ",
  ),
);
const MEMORY = new Set(["maxmemory", "proto-max-bulk-len", "repl-backlog-size", "auto-aof-rewrite-min-size"]);
const MANY = new Set(["save", "bind", "client-output-buffer-limit"]);
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  "maxmemory-policy": [
    "volatile-lru",
    "volatile-lfu",
    "volatile-random",
    "volatile-ttl",
    "allkeys-lru",
    "allkeys-lfu",
    "allkeys-random",
    "noeviction",
  ],
  appendfsync: ["everysec", "always", "no"],
  loglevel: ["debug", "verbose", "notice", "warning", "nothing"],
};
const NUMBERS: Readonly<Record<string, readonly [number, number]>> = {
  port: [0, 65_535],
  databases: [1, 2_147_483_647],
  maxclients: [1, 4_294_967_295],
  timeout: [0, 2_147_483_647],
  "tcp-keepalive": [0, 2_147_483_647],
  hz: [0, 2_147_483_647],
  "min-replicas-to-write": [0, 2_147_483_647],
  "min-replicas-max-lag": [0, 2_147_483_647],
};
