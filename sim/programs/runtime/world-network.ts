import { ok } from "#core/result.ts";
import type { RegistryProduct } from "#kube/app/behaviour.ts";
import type { World } from "../../kernel/world.ts";
import { callerOfProcess, reach } from "../../network/connections/process-caller.ts";
import type { Process } from "../../processes/process.ts";
import { instanceOf } from "../../processes/process-keys.ts";
import { listen } from "../../processes/process-life.ts";
import { authenticate, find, insert, openSession } from "../../stores/mongo/server/mongo-client.ts";
import { refuseStranger } from "../../stores/redis/server/refuse-stranger.ts";
import { addPool } from "../../stores/runtime/pooled-connections.ts";
import type { SqlClient } from "../../stores/runtime/sql-client.ts";
import { SQL_PRODUCTS } from "../../stores/sql-products.ts";
import { liveRegistrations } from "../behaviour/live-registrations.ts";
import { poolOf } from "../behaviour/pool-of.ts";
import { deregister, register, registrationsOf } from "../products/registry/registrations.ts";
import { REGISTRY_PRODUCTS } from "../products/registry/registry-products.ts";
import { done } from "./effect.ts";
import type { Contact, ProcessNetwork, RegistryContact, StoreContact } from "./process-network.ts";

/** The network of a process in a simulated world: every answer is there at once. */
export const networkOf = (world: World, process: Process): ProcessNetwork => ({
  listen: (ports) => done(listen(world, process, ports)),
  reachStore: (host, port) => done(contact(world, process, { host, port, serves: "mongodb" }, storeContact)),
  greetKeyValues: (host, port) =>
    done(contact(world, process, { host, port, serves: "redis" }, (_, server) => refuseStranger(world, server, "ping"))),
  signInToTables: (product, host, port, login) =>
    done(
      contact(world, process, { host, port, serves: SQL_PRODUCTS[product].serves }, (_, server) => {
        const client = { ...login, ip: callerOfProcess(world, process).podIP ?? "127.0.0.1" };
        const refusal = SQL_PRODUCTS[product].refuse(world, { process: server, port }, client);
        const pool = process.app === undefined ? undefined : poolOf(process, process.app);
        const store = process.app?.behaviour.store;
        if (refusal === undefined && pool !== undefined && store?.kind === "sql")
          addPool(world, server, process, { ...ofPool(client), table: store.table, wanted: pool.connections });
        return refusal;
      }),
    ),
  reachRegistry: (product, host, port) =>
    done(contact(world, process, { host, port, serves: REGISTRY_PRODUCTS[product].serves }, registryContact(product))),
});

/** Facts of a client's pool that its server knows. */
const ofPool = ({ ip, user, database }: SqlClient): Pick<SqlClient, "ip" | "user" | "database"> => ({ ip, user, database });

const contact = <Server>(
  world: World,
  process: Process,
  { host, port, serves }: { readonly host: string; readonly port: number; readonly serves: string },
  open: (world: World, server: Process) => Server,
): Contact<Server> => {
  const reached = reach(world, process, host, port, serves);
  return reached.kind === "failed" ? reached : { kind: "reached", server: open(world, reached.server) };
};

const storeContact = (world: World, mongod: Process): StoreContact => {
  let session = openSession(mongod);
  return {
    signIn: (credentials) => {
      const result = authenticate(world, mongod, credentials);
      if (result.ok) session = result.value;
      return done(result.ok ? ok(undefined) : result);
    },
    find: (database, collection, filter) => done(find(world, session, database, collection, filter)),
    insert: (database, collection, documents) => done(insert(world, session, database, collection, documents)),
  };
};

const registryContact =
  (product: RegistryProduct) =>
  (world: World, server: Process): RegistryContact => {
    const { log, isBoundToConnection } = REGISTRY_PRODUCTS[product];
    return {
      instance: instanceOf(server),
      registrations: () => done(isBoundToConnection ? liveRegistrations(world, server) : registrationsOf(world, server)),
      register: (registration) => done(register(world, server, log, registration)),
      deregister: (id) => done(deregister(world, server, log, id)),
    };
  };
