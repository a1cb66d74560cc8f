import { HTTP_PAGES } from "#sim/programs/products/http-pages.ts";
import { createAppServer } from "../app/app-server.ts";
import type { Stage } from "../network/create-network.ts";
import type { SocketServer } from "../network/open-socket.ts";
import { serveConsul } from "./consul-server.ts";
import { serveJaegerQueries, serveJaegerSpans } from "./jaeger-server.ts";
import { serveKafka } from "./kafka-server.ts";
import { serveMemcached } from "./memcached-server.ts";
import { serveMongo } from "./mongo-server.ts";
import { servePages } from "./page-server.ts";
import { serveRedis } from "./redis-server.ts";
import { serveTables } from "./table-server.ts";

/** Creates the server of a socket by its name in the program's description. Unknown ones accept connections and stay silent. */
export const serverOf = (stage: Stage, { serves, port }: { readonly serves: string; readonly port: number }): SocketServer => {
  const { app } = stage.process;
  if (app !== undefined) return createAppServer(stage, app, serves);
  const serve = SERVERS[serves];
  if (serve !== undefined) return serve(stage, port);
  return HTTP_PAGES[serves] === undefined ? {} : servePages(serves);
};

const SERVERS: Readonly<Record<string, (stage: Stage, port: number) => SocketServer>> = {
  mongodb: serveMongo,
  memcached: serveMemcached,
  redis: serveRedis,
  postgres: (stage, port) => serveTables(stage, "postgresql", port),
  mysql: (stage, port) => serveTables(stage, "mysql", port),
  kafka: serveKafka,
  "http/consul": serveConsul,
  "http/jaeger": serveJaegerQueries,
  "jaeger-spans": serveJaegerSpans,
};
