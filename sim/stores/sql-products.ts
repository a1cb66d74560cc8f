import type { SqlStore } from "#kube/app/store-behaviour.ts";
import type { World } from "../kernel/world.ts";
import { mysqlSlots, refuseMysqlClient } from "./mysql/server/refuse-client.ts";
import { postgresSlots, refuseClient } from "./postgres/server/refuse-client.ts";
import type { StoreServer } from "./runtime/server-state.ts";
import type { SqlClient, SqlRefusal, WantedRight } from "./runtime/sql-client.ts";

interface SqlProduct {
  readonly serves: string;
  /** Number of connections that programs may have at once; undefined: the server is not running. */
  readonly slots: (world: World, server: StoreServer) => number | undefined;
  /** Refusal of a client, and of its statement where it wants one; undefined: the server carries it out. Changes and logs nothing. */
  readonly refuse: (world: World, server: StoreServer, client: SqlClient, wanted?: WantedRight) => SqlRefusal | undefined;
}

/** Servers of tables as clients of applications see them. */
export const SQL_PRODUCTS: Readonly<Record<SqlStore["product"], SqlProduct>> = {
  postgresql: { serves: "postgres", slots: postgresSlots, refuse: refuseClient },
  mysql: { serves: "mysql", slots: mysqlSlots, refuse: refuseMysqlClient },
};
