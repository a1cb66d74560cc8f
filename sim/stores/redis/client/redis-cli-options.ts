/** Options of `redis-cli` on its command line. */
export interface RedisCliOptions {
  readonly host: string;
  readonly port: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  readonly repeat: number;
  readonly intervalMs: number;
  readonly format: "raw" | "standard" | "csv" | undefined;
  readonly isScan: boolean;
  readonly pattern: string | undefined;
  readonly readsLast: boolean;
  readonly failsOnError: boolean;
  readonly warns: boolean;
  readonly isVersion: boolean;
  readonly words: readonly string[];
}

/** Parses the command line; options end at the first other word. @returns error text for an invalid one */
export const readCliOptions = (args: readonly string[], env: Readonly<Record<string, string>>): RedisCliOptions | string => {
  const found: Record<string, string> = {};
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at] as string;
    if (!arg.startsWith("-") || arg === "-") break;
    const name = NAMES[arg];
    if (name === undefined) return `Unrecognized option or bad number of args for: '${arg}'`;
    if (FLAGS.has(name)) found[name] = "yes";
    else {
      const value = args[++at];
      if (value === undefined) return `Unrecognized option or bad number of args for: '${arg}'`;
      found[name] = value;
    }
  }
  const uri = /^(?:rediss?|valkeys?):\/\/(?:([^:@/]*):([^@/]*)@|([^:@/]*)@)?([^:/]*)(?::(\d+))?(?:\/(\d+))?$/.exec(found["uri"] ?? "");
  if (found["uri"] !== undefined && uri === null) return "Invalid URI scheme";
  const [, user, password, only, host, port, database] = uri ?? [];
  return {
    host: found["host"] ?? (host === undefined || host === "" ? "127.0.0.1" : host),
    port: Number(found["port"] ?? port ?? "6379"),
    user: found["user"] ?? (user === "" ? undefined : user),
    password: found["password"] ?? password ?? only ?? env["REDISCLI_AUTH"],
    database: Number(found["database"] ?? database ?? "0"),
    repeat: Number(found["repeat"] ?? "1"),
    intervalMs: Math.round(Number(found["interval"] ?? "0") * 1000),
    format:
      found["raw"] !== undefined ? "raw" : found["no-raw"] !== undefined ? "standard" : found["csv"] !== undefined ? "csv" : undefined,
    isScan: found["scan"] !== undefined,
    pattern: found["pattern"],
    readsLast: found["last"] !== undefined,
    failsOnError: found["fails"] !== undefined,
    warns: (found["password"] !== undefined || password !== undefined || only !== undefined) && found["quiet"] === undefined,
    isVersion: found["version"] !== undefined,
    words: args.slice(at),
  };
};

const NAMES: Readonly<Record<string, string>> = {
  "-h": "host",
  "-p": "port",
  "-a": "password",
  "--pass": "password",
  "--user": "user",
  "-u": "uri",
  "-n": "database",
  "-r": "repeat",
  "-i": "interval",
  "-t": "timeout",
  "--raw": "raw",
  "--no-raw": "no-raw",
  "--csv": "csv",
  "--scan": "scan",
  "--pattern": "pattern",
  "--no-auth-warning": "quiet",
  "-x": "last",
  "-e": "fails",
  "-c": "cluster",
  "-2": "resp2",
  "-3": "resp3",
  "-v": "version",
  "--version": "version",
};

const FLAGS = new Set(["raw", "no-raw", "csv", "scan", "quiet", "last", "fails", "cluster", "resp2", "resp3", "version"]);
