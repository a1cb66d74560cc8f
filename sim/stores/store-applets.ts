import { after } from "#shell/applets/after.ts";
import { fromBytes, toBytes } from "#shell/machine/bytes.ts";
import type { ContainerApplet } from "../containers/container-applet.ts";
import type { Invocation, ShellContext, ShellResult } from "../containers/invocation.ts";
import { KAFKA_TOOLS } from "./kafka/client/kafka-tools.ts";
import { kafkaServer } from "./kafka/server/kafka-server.ts";
import { runMongoShell } from "./mongo/client/mongo-shell.ts";
import { mysqlAdmin, mysqlClient } from "./mysql/client/mysql-client.ts";
import { mysqlEntrypoint, mysqlServer } from "./mysql/server/mysql-server.ts";
import { pgIsReady } from "./postgres/client/pg-isready.ts";
import { psql } from "./postgres/client/psql.ts";
import { postgresEntrypoint } from "./postgres/server/postgres-entrypoint.ts";
import { postgresServer } from "./postgres/server/postgres-server.ts";
import { rabbitmqctl } from "./rabbitmq/client/rabbitmqctl.ts";
import { redisCli } from "./redis/client/redis-cli.ts";
import { redisEntrypoint } from "./redis/server/redis-entrypoint.ts";
import { redisServer } from "./redis/server/redis-server.ts";
import { pdServer } from "./tidb/pd/pd-server.ts";
import { tidbServer } from "./tidb/server/tidb-server.ts";
import { tikvServer } from "./tidb/tikv/tikv-server.ts";

/** A client that says all it has to say at once; its input is read where its arguments hold no statement. */
const client =
  (
    run: (context: ShellContext, invocation: Invocation) => ShellResult,
    readsInput: (args: readonly string[]) => boolean,
  ): ContainerApplet =>
  (call) => {
    const finish = (stdin: string) => {
      const context: ShellContext = { world: call.machine.world, process: call.machine.process, env: call.env };
      const { status, stdout, stderr, waitMs } = run(context, { word: call.name, args: call.args.map(fromBytes), stdin: fromBytes(stdin) });
      return after(call, waitMs, { status, stdout: toBytes(stdout), stderr: toBytes(stderr) });
    };
    return readsInput(call.args) ? call.withInput(finish) : finish("");
  };

/** Clients of data stores. */
export const CLIENT_APPLETS: Readonly<Record<string, ContainerApplet>> = {
  mongo: client(runMongoShell, (args) => !args.some((arg) => arg === "--eval" || arg.startsWith("--eval=") || arg === "--version")),
  ...KAFKA_TOOLS,
  mariadb: mysqlClient,
  "mariadb-admin": mysqlAdmin,
  mysql: mysqlClient,
  mysqladmin: mysqlAdmin,
  pg_isready: pgIsReady,
  psql,
  "rabbitmq-diagnostics": client(rabbitmqctl, () => false),
  rabbitmqctl: client(rabbitmqctl, () => false),
  "redis-cli": redisCli,
  "valkey-cli": redisCli,
};

/** Servers of data, and the scripts that start them. */
export const SERVER_APPLETS: Readonly<Record<string, ContainerApplet>> = {
  "kafka-run": kafkaServer,
  mariadbd: mysqlServer,
  mysqld: mysqlServer,
  "mysql-entrypoint": mysqlEntrypoint,
  "pd-server": pdServer,
  postgres: postgresServer,
  "postgres-entrypoint": postgresEntrypoint,
  "redis-entrypoint": redisEntrypoint,
  "redis-server": redisServer,
  "tidb-server": tidbServer,
  "tikv-server": tikvServer,
  "valkey-server": redisServer,
};
