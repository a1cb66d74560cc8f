/** Options of `mysql` on its command line. */
export interface MysqlOptions {
  /** Empty: the socket in the file system. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly execute: string | undefined;
  readonly isTable: boolean;
  readonly isBatch: boolean;
  readonly isVertical: boolean;
  readonly skipsNames: boolean;
  readonly isForced: boolean;
  readonly warns: boolean;
  readonly isVersion: boolean;
  readonly timeoutMs: number | undefined;
  readonly words: readonly string[];
}

const LONG: Readonly<Record<string, string>> = {
  host: "h",
  port: "P",
  user: "u",
  password: "p",
  database: "D",
  execute: "e",
  table: "t",
  batch: "B",
  vertical: "E",
  "skip-column-names": "N",
  force: "f",
  silent: "s",
  version: "V",
  "connect-timeout": "timeout",
  "default-character-set": "charset",
  protocol: "protocol",
  socket: "S",
  ssl: "ssl",
  "ssl-mode": "sslmode",
  "skip-ssl": "ssl",
  wait: "w",
};
const WITH_VALUE = new Set(["h", "P", "u", "D", "e", "timeout", "charset", "protocol", "S", "sslmode"]);

/** Parses the command line. @returns error text for an invalid one */
export const readMysqlOptions = (args: readonly string[], env: Readonly<Record<string, string>>): MysqlOptions | string => {
  const found = new Map<string, string>();
  const rest: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as string;
    if (arg.startsWith("--")) {
      const [name = "", ...value] = arg.slice(2).split("=");
      const flag = LONG[name];
      if (flag === undefined) return `unknown option '${arg}'.`;
      if (flag === "p" && value.length === 0) found.set("asks", "");
      else found.set(flag, value.length > 0 ? value.join("=") : WITH_VALUE.has(flag) ? (args[++at] ?? "") : "");
    } else if (/^-./.test(arg)) {
      for (let i = 1; i < arg.length; i++) {
        const flag = arg[i] as string;
        if (!"hPuDetBENfsVpSw".includes(flag)) return `unknown option '-${flag}'.`;
        if (flag === "p") {
          found.set(i + 1 < arg.length ? "p" : "asks", arg.slice(i + 1));
          break;
        }
        if (!WITH_VALUE.has(flag)) found.set(flag, "");
        else {
          found.set(flag, i + 1 < arg.length ? arg.slice(i + 1) : (args[++at] ?? ""));
          break;
        }
      }
    } else rest.push(arg);
  }
  const seconds = Number(found.get("timeout") ?? "0");
  return {
    host: found.get("h") ?? env["MYSQL_HOST"] ?? "",
    port: Number(found.get("P") ?? env["MYSQL_TCP_PORT"] ?? "3306"),
    user: found.get("u") ?? "root",
    password: found.get("p") ?? env["MYSQL_PWD"] ?? "",
    database: found.get("D") ?? rest[0] ?? "",
    execute: found.get("e"),
    isTable: found.has("t"),
    isBatch: found.has("B"),
    isVertical: found.has("E"),
    skipsNames: found.has("N"),
    isForced: found.has("f"),
    warns: found.has("p"),
    isVersion: found.has("V"),
    timeoutMs: seconds > 0 ? seconds * 1000 : undefined,
    words: rest,
  };
};
