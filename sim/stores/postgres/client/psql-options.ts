/** Options of `psql`, from its command line and variables. */
export interface PsqlOptions {
  /** A path or nothing means the socket in the file system. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
  readonly application: string;
  readonly timeoutMs: number | undefined;
  /** Commands and files of the command line, in order. */
  readonly actions: readonly { readonly kind: "command" | "file"; readonly text: string }[];
  readonly stopsOnError: boolean;
  readonly tuplesOnly: boolean;
  readonly isAligned: boolean;
  readonly isCsv: boolean;
  readonly isQuiet: boolean;
  readonly isExpanded: boolean;
  readonly separator: string;
  readonly isOneTransaction: boolean;
  readonly echoes: boolean;
  readonly listsDatabases: boolean;
  readonly isVersion: boolean;
}

const LONG: Readonly<Record<string, string>> = {
  host: "h",
  port: "p",
  username: "U",
  dbname: "d",
  command: "c",
  file: "f",
  "tuples-only": "t",
  "no-align": "A",
  "field-separator": "F",
  quiet: "q",
  "no-psqlrc": "X",
  "no-password": "w",
  password: "W",
  expanded: "x",
  list: "l",
  variable: "v",
  set: "v",
  "single-transaction": "1",
  "echo-all": "a",
  version: "V",
  csv: "csv",
  pset: "P",
};
const WITH_VALUE = new Set(["h", "p", "U", "d", "c", "f", "F", "v", "P", "o"]);
const KNOWN = new Set([..."hpUdcftAFqXwWxlv1aVPnbeE"].concat("csv"));

/** Parses the command line. @returns error text for an invalid one */
export const readPsqlOptions = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  defaultUser: string,
): PsqlOptions | string => {
  const found = new Map<string, string>();
  const actions: { readonly kind: "command" | "file"; readonly text: string }[] = [];
  const rest: string[] = [];
  const variables: Record<string, string> = {};
  const note = (flag: string, value: string) => {
    if (flag === "c" || flag === "f") actions.push({ kind: flag === "c" ? "command" : "file", text: value });
    else if (flag === "v") variables[value.split("=")[0] as string] = value.split("=").slice(1).join("=");
    else found.set(flag, value);
  };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as string;
    if (arg.startsWith("--") && arg !== "--") {
      const [name = "", ...value] = arg.slice(2).split("=");
      const flag = LONG[name];
      if (flag === undefined) return `unrecognized option '${arg}'`;
      note(flag, WITH_VALUE.has(flag) ? (value.length > 0 ? value.join("=") : (args[++at] ?? "")) : "");
    } else if (arg.startsWith("-") && arg !== "-") {
      for (let i = 1; i < arg.length; i++) {
        const flag = arg[i] as string;
        if (!KNOWN.has(flag)) return `invalid option -- '${flag}'`;
        if (!WITH_VALUE.has(flag)) note(flag, "");
        else {
          note(flag, i + 1 < arg.length ? arg.slice(i + 1) : (args[++at] ?? ""));
          break;
        }
      }
    } else rest.push(arg);
  }
  const named = connectionString(found.get("d") ?? rest[0] ?? "");
  const user = found.get("U") ?? named["user"] ?? (found.has("d") ? rest[0] : rest[1]) ?? env["PGUSER"] ?? defaultUser;
  const seconds = Number(named["connect_timeout"] ?? env["PGCONNECT_TIMEOUT"] ?? "0");
  const plain = named["plain"];
  return {
    host: found.get("h") ?? named["host"] ?? env["PGHOST"] ?? "",
    port: Number(found.get("p") ?? named["port"] ?? env["PGPORT"] ?? "5432"),
    user,
    password: named["password"] ?? env["PGPASSWORD"],
    database: named["dbname"] ?? plain ?? env["PGDATABASE"] ?? user,
    application: named["application_name"] ?? env["PGAPPNAME"] ?? "psql",
    timeoutMs: seconds > 0 ? Math.max(2, seconds) * 1000 : undefined,
    actions,
    stopsOnError: ["1", "on", "true"].includes(variables["ON_ERROR_STOP"] ?? ""),
    tuplesOnly: found.has("t"),
    isAligned: !found.has("A"),
    isCsv: found.has("csv"),
    isQuiet: found.has("q"),
    isExpanded: found.has("x"),
    separator: found.get("F") ?? "|",
    isOneTransaction: found.has("1"),
    echoes: found.has("a"),
    listsDatabases: found.has("l"),
    isVersion: found.has("V"),
  };
};

/** Parts of an address or of `name=value` pairs; anything else is the name of a database. */
const connectionString = (text: string): Readonly<Record<string, string | undefined>> => {
  const uri = /^postgres(?:ql)?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^:/?]*)(?::(\d+))?(?:\/([^?]*))?(?:\?(.*))?$/.exec(text);
  if (uri !== null) {
    const [, user, password, host, port, database, query] = uri.map((part) =>
      part === undefined || part === "" ? undefined : decodeURIComponent(part),
    );
    const extra = Object.fromEntries((query ?? "").split("&").map((pair) => pair.split("=")));
    return { user, password, host, port, dbname: database, ...extra };
  }
  if (!text.includes("=")) return text === "" ? {} : { plain: text };
  return Object.fromEntries(
    [...text.matchAll(/(\w+)\s*=\s*('(?:[^'\\]|\\.)*'|\S*)/g)].map(([, name, value = ""]) => [name, value.replace(/^'([\s\S]*)'$/, "$1")]),
  );
};
