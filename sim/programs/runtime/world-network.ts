import { ok } from "#core/result.ts";
import type { World } from "../../kernel/world.ts";
import { reach } from "../../network/connections/process-caller.ts";
import type { Process } from "../../processes/process.ts";
import { instanceOf } from "../../processes/process-keys.ts";
import { listen } from "../../processes/process-life.ts";
import { authenticate, find, insert, openSession } from "../../stores/mongo/server/mongo-client.ts";
import { refuseStranger } from "../../stores/redis/server/refuse-stranger.ts";
import { deregister, register, registrationsOf } from "../products/consul/consul-registry.ts";
import { done } from "./effect.ts";
import type { Contact, ProcessNetwork, RegistryContact, StoreContact } from "./process-network.ts";

/** The network of a process in a simulated world: every answer is there at once. */
export const networkOf = (world: World, process: Process): ProcessNetwork => ({
  listen: (ports) => done(listen(world, process, ports)),
  reachStore: (host, port) => done(contact(world, process, { host, port, serves: "mongodb" }, storeContact)),
  greetKeyValues: (host, port) =>
    done(contact(world, process, { host, port, serves: "redis" }, (_, server) => refuseStranger(world, server, "ping"))),
  reachRegistry: (host, port) => done(contact(world, process, { host, port, serves: "http/consul" }, registryContact)),
});

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

const registryContact = (world: World, consul: Process): RegistryContact => ({
  instance: instanceOf(consul),
  registrations: () => done(registrationsOf(world, consul)),
  register: (registration) => done(register(world, consul, registration)),
  deregister: (id) => done(deregister(world, consul, id)),
});
