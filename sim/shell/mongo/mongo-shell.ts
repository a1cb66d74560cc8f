import { authenticate, type MongoSession, openSession } from "../../apps/mongo/mongo-client.ts";
import type { Process } from "../../apps/process.ts";
import { PROCESSES } from "../../apps/process.ts";
import { reach } from "../../apps/process-caller.ts";
import { hex64 } from "../../kubelet/runtime-ids.ts";
import type { Invocation, ShellContext, ShellResult } from "../invocation.ts";
import { parseMongoScript } from "./javascript.ts";
import { SERVER_VERSION } from "./mongo-commands.ts";
import { MongoShell } from "./mongo-session.ts";

/** The `mongo` client: connects, signs in, runs what --eval or the standard input says. */
export const runMongoShell = (context: ShellContext, { args, stdin }: Invocation): ShellResult => {
  const options = parseOptions(args);
  if (options.isVersion) return finish(`MongoDB shell version v${SERVER_VERSION}\n`);
  const banner = options.isQuiet
    ? ""
    : `MongoDB shell version v${SERVER_VERSION}\nconnecting to: mongodb://${options.host}:${options.port}/${options.database}?compressors=disabled&gssapiServiceName=mongodb\n`;
  const server = findServer(context, options);
  if (typeof server === "string") return connectionFailed(banner, server);
  const session = signIn(context, options, server);
  if (session === undefined) return connectionFailed(banner, "Authentication failed. ");
  const statements = parseMongoScript(options.script ?? stdin);
  const greeting = options.isQuiet
    ? ""
    : `${banner}Implicit session: session { "id" : UUID("${uuid(context)}") }\nMongoDB server version: ${SERVER_VERSION}\n`;
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
    isVersion: args.includes("--version"),
  };
};

/** The server at the other end, or why there is none. */
const findServer = ({ world, process }: ShellContext, { host, port }: Options): Process | string => {
  const address = `${host}:${port}`;
  const isLocal = host === "127.0.0.1" || host === "localhost";
  if (isLocal) {
    const local = localServer(world.map<Process>(PROCESSES).get(process.key), port);
    return local ?? refused(address);
  }
  const reached = reach(world, process, host, port, "mongodb");
  if (reached.kind === "reached") return reached.server;
  if (reached.outcome.kind === "no-such-host")
    return `couldn't connect to server ${address}, connection attempt failed: HostNotFound: Could not find address for ${address}: SocketException: Host not found (authoritative)`;
  return reached.outcome.kind === "dropped"
    ? `couldn't connect to server ${address}, connection attempt failed: NetworkTimeout: Error connecting to ${address} :: caused by :: Socket operation timed out`
    : refused(address);
};

const refused = (address: string): string =>
  `couldn't connect to server ${address}, connection attempt failed: SocketException: Error connecting to ${address} :: caused by :: Connection refused`;

const localServer = (process: Process | undefined, port: number): Process | undefined =>
  process?.ports.some((socket) => socket.port === port && socket.serves === "mongodb") === true ? process : undefined;

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

const finish = (stdout: string): ShellResult => ({ status: 0, stdout, stderr: "", waitMs: 0 });

const uuid = ({ world, process }: ShellContext): string => {
  const hex = hex64(world, `shell/mongo-session/${process.key}/${world.nowMs()}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
