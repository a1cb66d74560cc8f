import { printLines } from "../../../processes/process-output.ts";
import { planRegistrations } from "../../behaviour/registration.ts";
import { done } from "../../runtime/effect.ts";
import { NEXT, type Program, type Step, type StepResult } from "../../runtime/program.ts";
import { nacosLine } from "./nacos-log.ts";

/** A Nacos server on its own: instances in memory, settings in a MySQL without which it does not start. */
export const NACOS: Program = {
  memory: { startMiB: 300, idleMiB: 900 },
  bootMs: 20_000,
  steps: [(context) => openDatabase(context), (context) => openPorts(context)],
  // Its clients' connections end, and they enter themselves wherever they find a server next, which was perhaps there before this one left.
  leave: function* ({ world }) {
    yield* done(planRegistrations(world));
  },
  onTerm: {
    afterMs: 1500,
    exitCode: 143,
    lines: (world) => [nacosLine(world.nowMs(), "WARN", "[NotifyCenter] Start destroying Publisher")],
  },
};

/** Variables that say where the database is. */
const VARIABLES = {
  host: "MYSQL_SERVICE_HOST",
  port: "MYSQL_SERVICE_PORT",
  user: "MYSQL_SERVICE_USER",
  password: "MYSQL_SERVICE_PASSWORD",
  database: "MYSQL_SERVICE_DB_NAME",
} as const;

const HOME = "/home/nacos";

const openDatabase: Step = function* ({ world, process, network }) {
  const { env } = process.start;
  const host = env[VARIABLES.host] ?? "";
  if (host === "") return fail(world.nowMs(), "set datasource url is empty: db.num is null");
  const port = Number(env[VARIABLES.port] ?? "3306");
  const login = { user: env[VARIABLES.user] ?? "", password: env[VARIABLES.password] ?? "", database: env[VARIABLES.database] ?? "" };
  const reached = yield* network.signInToTables("mysql", host, port, login);
  if (reached.kind === "failed") return fail(world.nowMs(), "No DataSource set");
  return reached.server === undefined ? NEXT : fail(world.nowMs(), reached.server.text);
};

const fail = (atMs: number, why: string): StepResult => ({
  kind: "exit",
  exitCode: 1,
  lines: [
    nacosLine(atMs, "ERROR", "Startup errors : "),
    `org.springframework.beans.factory.BeanCreationException: Error creating bean with name 'externalStoragePersistServiceImpl': Invocation of init method failed; nested exception is java.lang.RuntimeException: [db-load-error]load jdbc.properties error`,
    `Caused by: java.lang.IllegalStateException: ${why}`,
    "\tat com.alibaba.nacos.config.server.service.datasource.ExternalDataSourceServiceImpl.reload(ExternalDataSourceServiceImpl.java:130)",
    "\tat com.alibaba.nacos.config.server.service.datasource.ExternalDataSourceServiceImpl.init(ExternalDataSourceServiceImpl.java:95)",
    nacosLine(atMs, "WARN", "[WatchFileCenter] start close"),
    nacosLine(atMs, "ERROR", `Nacos failed to start, please see ${HOME}/logs/nacos.log for more details.`),
  ],
});

const openPorts: Step = function* ({ world, process, network }) {
  const opened = yield* network.listen([
    { port: 8848, protocol: "TCP", serves: "http/nacos" },
    { port: 9848, protocol: "TCP", serves: "nacos-grpc" },
    { port: 9849, protocol: "TCP", serves: "nacos-raft" },
    { port: 7848, protocol: "TCP", serves: "nacos-raft" },
  ]);
  if (!opened) return fail(world.nowMs(), "Web server failed to start. Port 8848 was already in use.");
  const at = world.nowMs();
  printLines(world, process, [
    nacosLine(at, "INFO", "Tomcat initialized with port(s): 8848 (http)"),
    nacosLine(at, "INFO", "Use Mysql as the driver"),
    nacosLine(at, "INFO", "Tomcat started on port(s): 8848 (http) with context path '/nacos'"),
    nacosLine(at, "INFO", "Nacos started successfully in stand alone mode. use external storage"),
  ]);
  planRegistrations(world);
  return NEXT;
};
