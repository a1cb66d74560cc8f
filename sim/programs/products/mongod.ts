import { parseInitScript } from "#kube/app/store-script.ts";
import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import { printLines } from "../../processes/process-output.ts";
import { initScripts } from "../../stores/mongo/server/init-scripts.ts";
import { dataOf, EMPTY_DATA, type MongoData, setData } from "../../stores/mongo/server/mongo-data.ts";
import { mongoLine } from "../../stores/mongo/server/mongo-log.ts";
import { mongoVersion, refusesData, seriesOf } from "../../stores/mongo/server/mongo-version.ts";
import { type MongodOptions, mongodOptions } from "../../stores/mongo/server/mongod-options.ts";
import type { Effect } from "../runtime/effect.ts";
import { NEXT, type Program, type Step, type StepContext, type StepResult } from "../runtime/program.ts";

/** mongod as its image starts it: init scripts on an empty volume, then the server; data of another series than it opens end it. */
export const MONGOD: Program = {
  memory: { startMiB: 12, idleMiB: 65 },
  bootMs: 3000,
  steps: [(context) => asTold(context, prepareVolume), (context) => asTold(context, openPort)],
  onTerm: { afterMs: 300, exitCode: 0, lines: (world) => shutdownLines(world.nowMs()) },
};

/** A step with the options of the start; with options that are not in order it ends. */
const asTold = (context: StepContext, step: (context: StepContext, options: MongodOptions) => ReturnType<Step>): ReturnType<Step> => {
  const options = mongodOptions(context.process.start);
  if (options.ok) return step(context, options.value);
  return { kind: "exit", exitCode: 2, lines: [options.error, "try 'mongod --help' for more information"] };
};

const prepareVolume = ({ world, process }: StepContext, options: MongodOptions): StepResult => {
  const { certificate } = options;
  if (certificate !== undefined && process.start.files[certificate] === undefined)
    return { kind: "exit", exitCode: 1, lines: withoutCertificate(world.nowMs(), certificate) };
  printLines(world, process, startLines(world, process, options));
  const version = mongoVersion(process);
  const kept = dataOf(world, process);
  const error = kept && refusesData(version, kept.compatibility ?? BEFORE_MARKS);
  if (error !== undefined) return { kind: "exit", exitCode: 62, lines: wrongVersionLines(world.nowMs(), error) };
  if (kept !== undefined) return NEXT;
  let data: MongoData = EMPTY_DATA;
  for (const { path, text } of usesEntrypoint(process) ? initScripts(process.start.files) : []) {
    printLines(world, process, [`/usr/local/bin/docker-entrypoint.sh: running ${path}`]);
    const users = parseInitScript(text);
    if (!users.ok)
      return { kind: "exit", exitCode: 253, lines: [`uncaught exception: SyntaxError: ${users.error} :`, `failed to load: ${path}`] };
    for (const { database, user, pwd, roles } of users.value) {
      data = { ...data, users: { ...data.users, [`${database}.${user}`]: { password: pwd, roles } } };
      printLines(world, process, [`Successfully added user: ${JSON.stringify({ user, roles })}`]);
    }
  }
  setData(world, process, { ...data, compatibility: seriesOf(version) });
  return NEXT;
};

/** Compatibility version of data that say none. */
const BEFORE_MARKS = "4.4";

const openPort = function* ({ world, process, network }: StepContext, { port, tls }: MongodOptions): Effect<StepResult> {
  const isListening = yield* network.listen([{ port, protocol: "TCP", serves: tls === "requireTLS" ? "mongodb+tls" : "mongodb" }]);
  if (!isListening) {
    return {
      kind: "exit",
      exitCode: 48,
      lines: [
        mongoLine(
          world.nowMs(),
          {
            severity: "E",
            component: "STORAGE",
            id: 20557,
            context: "initandlisten",
            message: "DBException in initAndListen, terminating",
          },
          { error: "Location9001: Address already in use" },
        ),
      ],
    };
  }
  printLines(world, process, [
    mongoLine(
      world.nowMs(),
      { component: "NETWORK", id: 23016, context: "listener", message: "Waiting for connections" },
      { port, ssl: tls === "disabled" ? "off" : "on" },
    ),
  ]);
  return NEXT;
};

/** The image's entry point runs the scripts; a command that names mongod itself goes past it. */
const usesEntrypoint = ({ start }: Process): boolean =>
  start.container.command === undefined || start.container.command[0]?.endsWith("docker-entrypoint.sh") === true;

const withoutCertificate = (at: number, keyFile: string): readonly string[] => [
  mongoLine(
    at,
    { severity: "E", component: "NETWORK", id: 23248, context: "main", message: "Cannot read certificate file" },
    { keyFile, error: "error:02001002:system library:fopen:No such file or directory" },
  ),
  mongoLine(
    at,
    { severity: "F", component: "CONTROL", id: 20574, context: "main", message: "Error during global initialization" },
    { error: { code: 140, codeName: "InvalidSSLConfiguration", errmsg: "Can not set up PEM key file." } },
  ),
];

const wrongVersionLines = (at: number, error: string): readonly string[] => [
  mongoLine(at, { severity: "F", component: "CONTROL", id: 20573, context: "initandlisten", message: "Wrong mongod version" }, { error }),
  mongoLine(at, { component: "CONTROL", id: 20565, context: "initandlisten", message: "Now exiting" }),
  mongoLine(at, { component: "CONTROL", id: 23138, context: "initandlisten", message: "Shutting down" }, { exitCode: 62 }),
];

const startLines = (world: World, process: Process, { port, demandsAuth, tls, config }: MongodOptions): readonly string[] => {
  const at = world.nowMs();
  return [
    mongoLine(
      at - 900,
      { component: "CONTROL", id: 4615611, context: "initandlisten", message: "MongoDB starting" },
      { pid: 1, port, dbPath: "/data/db", architecture: "64-bit", host: process.start.pod.metadata.name },
    ),
    mongoLine(
      at - 899,
      { component: "CONTROL", id: 23403, context: "initandlisten", message: "Build Info" },
      { buildInfo: { version: mongoVersion(process), openSSLVersion: "OpenSSL 1.1.1  11 Sep 2018", modules: [], allocator: "tcmalloc" } },
    ),
    mongoLine(
      at - 897,
      { component: "CONTROL", id: 21951, context: "initandlisten", message: "Options set by command line" },
      {
        options: {
          ...(config === undefined ? {} : { config }),
          net: { bindIp: "*", ...(config === undefined && tls === "disabled" ? {} : { tls: { mode: tls } }) },
          ...(demandsAuth ? { security: { authorization: "enabled" } } : {}),
        },
      },
    ),
    mongoLine(
      at - 20,
      { component: "STORAGE", id: 22315, context: "initandlisten", message: "Opening WiredTiger" },
      { config: "create,cache_size=7415M,session_max=33000,eviction=(threads_min=4,threads_max=4)" },
    ),
  ];
};

const shutdownLines = (at: number): readonly string[] => [
  mongoLine(
    at,
    { component: "CONTROL", id: 23377, context: "SignalHandler", message: "Received signal" },
    { signal: 15, error: "Terminated" },
  ),
  mongoLine(at, { component: "CONTROL", id: 20565, context: "SignalHandler", message: "Now exiting" }),
  mongoLine(at, { component: "CONTROL", id: 23138, context: "SignalHandler", message: "Shutting down" }, { exitCode: 0 }),
];
