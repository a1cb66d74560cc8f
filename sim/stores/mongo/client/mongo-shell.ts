import type { Invocation, ShellContext, ShellResult } from "../../../containers/invocation.ts";
import { hex64 } from "../../../kernel/hex64.ts";
import type { ConnectionOutcome } from "../../../network/connections/connection.ts";
import { reach } from "../../../network/connections/process-caller.ts";
import type { Process } from "../../../processes/process.ts";
import { PROCESSES } from "../../../processes/process.ts";
import { authenticate, type MongoSession, openSession } from "../server/mongo-client.ts";
import { mongoVersion } from "../server/mongo-version.ts";
import { parseMongoScript } from "./javascript.ts";
import { MongoShell } from "./mongo-session.ts";

/** Version of the client, which later servers talk to as well. */
const SHELL_VERSION = "4.4.6";

/** The `mongo` client: connects, signs in, runs what --eval or the standard input says. */
export const runMongoShell = (context: ShellContext, { args, stdin }: Invocation): ShellResult => {
  const options = parseOptions(args);
  if (options.isVersion) return VERSION_TOLD;
  const server = findServer(context, options);
  return typeof server === "string" ? connectionFailed(bannerOf(options), server) : talk(context, server, options, stdin);
};

/** Server that the client's arguments name; undefined when they ask for none. */
export const mongoServerAsked = (args: readonly string[]): { readonly host: string; readonly port: number } | undefined => {
  const { isVersion, host, port } = parseOptions(args);
  return isVersion ? undefined : { host, port };
};

/** The client's words when its server cannot be reached; undefined: it only tells its version. */
export const mongoUnreached = (args: readonly string[], outcome?: ConnectionOutcome): ShellResult => {
  const options = parseOptions(args);
  return outcome === undefined ? VERSION_TOLD : connectionFailed(bannerOf(options), unreached(options, outcome));
};

/** The client once it is connected. */
export const talkToMongo = (context: ShellContext, server: Process, { args, stdin }: Pick<Invocation, "args" | "stdin">): ShellResult =>
  talk(context, server, parseOptions(args), stdin);

const bannerOf = ({ isQuiet, host, port, database }: Options): string =>
  isQuiet
    ? ""
    : `MongoDB shell version v${SHELL_VERSION}\nconnecting to: mongodb://${host}:${port}/${database}?compressors=disabled&gssapiServiceName=mongodb\n`;

const talk = (context: ShellContext, server: Process, options: Options, stdin: string): ShellResult => {
  const banner = bannerOf(options);
  const session = signIn(context, options, server);
  if (session === undefined) return connectionFailed(banner, "Authentication failed. ");
  const statements = parseMongoScript(options.script ?? stdin);
  const greeting = options.isQuiet
    ? ""
    : `${banner}Implicit session: session { "id" : UUID("${uuid(context)}") }\nMongoDB server version: ${mongoVersion(server)}\n`;
  if (typeof statements === "string")
    return {
      status: 252,
      stdout: `${greeting}uncaught exception: ${statements} :\n@(shell eval):1:1\nexiting with code -4\n`,
      stderr: "",
      waitMs: 0,
    };
  const { printed, failure } = new MongoShell(context.world, session, options.database === "" ? "test" : options.database).run(statements);
  if (failure === undefined || failure === "") return finish(greeting + printed);
  return { status: 252, stdout: `${greeting}${printed}${failure}\nexiting with code -4\n`, stderr: "", waitMs: 0 };
};

interface Options {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string | undefined;
  readonly password: string;
  readonly authDatabase: string | undefined;
  readonly script: string | undefined;
  readonly isQuiet: boolean;
  /** Protocol that the server's socket must serve. */
  readonly serves: "mongodb" | "mongodb+tls";
  readonly isVersion: boolean;
}

const NAMES: Readonly<Record<string, string>> = {
  "-u": "username",
  "-p": "password",
  "--username": "username",
  "--password": "password",
  "--authenticationDatabase": "authDatabase",
  "--eval": "eval",
  "--host": "host",
  "--port": "port",
  "--authenticationMechanism": "mechanism",
};

const parseOptions = (args: readonly string[]): Options => {
  const values: Record<string, string> = {};
  let address = "";
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    const [flag = "", inline] =
      arg.startsWith("--") && arg.includes("=") ? [arg.slice(0, arg.indexOf("=")), arg.slice(arg.indexOf("=") + 1)] : [arg, undefined];
    const name = NAMES[flag] ?? (/^-[up]./.test(arg) ? NAMES[arg.slice(0, 2)] : undefined);
    if (name !== undefined) values[name] = inline ?? (flag === arg && NAMES[flag] !== undefined ? (args[++i] ?? "") : arg.slice(2));
    else if (!arg.startsWith("-")) address = arg;
  }
  const uri = /^mongodb:\/\/(?:([^:@]+):([^@]*)@)?([^/:?]+)(?::(\d+))?(?:\/([^?]*))?(?:\?.*?authSource=(\w+))?/.exec(address);
  const plain = /^(?:([\w.-]+):(\d+)|([\w.-]+)(?=\/))?(?:\/?([\w-]*))$/.exec(uri === null ? address : "");
  return {
    host: values["host"]?.split(":")[0] ?? uri?.[3] ?? plain?.[1] ?? plain?.[3] ?? "127.0.0.1",
    port: Number(values["port"] ?? values["host"]?.split(":")[1] ?? uri?.[4] ?? plain?.[2] ?? "27017"),
    database: uri?.[5] ?? plain?.[4] ?? "",
    user: values["username"] ?? uri?.[1],
    password: values["password"] ?? uri?.[2] ?? "",
    authDatabase: values["authDatabase"] ?? uri?.[6],
    script: values["eval"],
    isQuiet: args.includes("--quiet"),
    serves: args.includes("--tls") || args.includes("--ssl") ? "mongodb+tls" : "mongodb",
    isVersion: args.includes("--version"),
  };
};

/** The server at the other end, or why there is none. */
const findServer = ({ world, process }: ShellContext, options: Options): Process | string => {
  const { host, port } = options;
  const isLocal = host === "127.0.0.1" || host === "localhost";
  if (isLocal) {
    const local = world.map<Process>(PROCESSES).get(process.key);
    const socket = local?.ports.find((candidate) => candidate.port === port);
    if (local === undefined || socket === undefined) return refused(`${host}:${port}`);
    return socket.serves === options.serves ? local : cutOff(`${host}:${port}`);
  }
  const reached = reach(world, process, host, port, options.serves);
  return reached.kind === "reached" ? reached.server : unreached(options, reached.outcome);
};

const unreached = ({ host, port }: Options, { kind }: ConnectionOutcome): string => {
  const address = `${host}:${port}`;
  if (kind === "no-such-host")
    return `couldn't connect to server ${address}, connection attempt failed: HostNotFound: Could not find address for ${address}: SocketException: Host not found (authoritative)`;
  if (kind === "connected") return cutOff(address);
  return kind === "dropped"
    ? `couldn't connect to server ${address}, connection attempt failed: NetworkTimeout: Error connecting to ${address} :: caused by :: Socket operation timed out`
    : refused(address);
};

const refused = (address: string): string =>
  `couldn't connect to server ${address}, connection attempt failed: SocketException: Error connecting to ${address} :: caused by :: Connection refused`;

/** The server speaks TLS where the shell does not, or the other way round, or something else. */
const cutOff = (address: string): string => `network error while attempting to run command 'isMaster' on host '${address}' `;

const signIn = (
  { world }: ShellContext,
  { user, password, authDatabase, database }: Options,
  server: Process,
): MongoSession | undefined => {
  if (user === undefined) return openSession(server);
  const result = authenticate(world, server, { user, password, database: authDatabase ?? (database === "" ? "admin" : database) });
  return result.ok ? result.value : undefined;
};

const connectionFailed = (banner: string, why: string): ShellResult => ({
  status: 1,
  stdout: `${banner}Error: ${why} :\nconnect@src/mongo/shell/mongo.js:374:17\n@(connect):2:6\nexception: connect failed\nexiting with code 1\n`,
  stderr: "",
  waitMs: 0,
});

const VERSION_TOLD: ShellResult = { status: 0, stdout: `MongoDB shell version v${SHELL_VERSION}\n`, stderr: "", waitMs: 0 };

const finish = (stdout: string): ShellResult => ({ status: 0, stdout, stderr: "", waitMs: 0 });

const uuid = ({ world, process }: ShellContext): string => {
  const hex = hex64(world, `shell/mongo-session/${process.key}/${world.nowMs()}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
