import { runMongoShell } from "../../apps/mongo/shell/mongo-shell.ts";
import type { Applet } from "../interpreter/applet-call.ts";
import type { Invocation, ShellContext, ShellResult } from "../invocation.ts";
import { kafkaServer } from "../kafka/kafka-server.ts";
import { KAFKA_TOOLS } from "../kafka/kafka-tools.ts";
import { fromBytes, toBytes } from "../machine/bytes.ts";
import { mysqlAdmin, mysqlClient } from "../mysql/mysql-client.ts";
import { mysqlEntrypoint, mysqlServer } from "../mysql/mysql-server.ts";
import { pgIsReady } from "../postgres/pg-isready.ts";
import { postgresEntrypoint } from "../postgres/postgres-entrypoint.ts";
import { postgresServer } from "../postgres/postgres-server.ts";
import { psql } from "../postgres/psql.ts";
import { redisCli } from "../redis/redis-cli.ts";
import { redisEntrypoint } from "../redis/redis-entrypoint.ts";
import { redisServer } from "../redis/redis-server.ts";
import { after } from "./after.ts";

/** A client that says all it has to say at once; its input is read where its arguments hold no statement. */
const client =
  (run: (context: ShellContext, invocation: Invocation) => ShellResult, readsInput: (args: readonly string[]) => boolean): Applet =>
  (call) => {
    const finish = (stdin: string) => {
      const context: ShellContext = { world: call.machine.world, process: call.machine.process, env: call.env };
      const { status, stdout, stderr, waitMs } = run(context, { word: call.name, args: call.args.map(fromBytes), stdin: fromBytes(stdin) });
      return after(call, waitMs, { status, stdout: toBytes(stdout), stderr: toBytes(stderr) });
    };
    return readsInput(call.args) ? call.withInput(finish) : finish("");
  };

/** Clients of data stores. */
export const CLIENT_APPLETS: Readonly<Record<string, Applet>> = {
  mongo: client(runMongoShell, (args) => !args.some((arg) => arg === "--eval" || arg.startsWith("--eval=") || arg === "--version")),
  ...KAFKA_TOOLS,
  mariadb: mysqlClient,
  "mariadb-admin": mysqlAdmin,
  mysql: mysqlClient,
  mysqladmin: mysqlAdmin,
  pg_isready: pgIsReady,
  psql,
  "redis-cli": redisCli,
  "valkey-cli": redisCli,
};

/** Servers of data, and the scripts that start them. */
export const SERVER_APPLETS: Readonly<Record<string, Applet>> = {
  "kafka-run": kafkaServer,
  mariadbd: mysqlServer,
  mysqld: mysqlServer,
  "mysql-entrypoint": mysqlEntrypoint,
  postgres: postgresServer,
  "postgres-entrypoint": postgresEntrypoint,
  "redis-entrypoint": redisEntrypoint,
  "redis-server": redisServer,
  "valkey-server": redisServer,
};
