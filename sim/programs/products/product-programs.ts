import type { Program } from "../runtime/program.ts";
import { CONSUL } from "./consul/consul.ts";
import { MONGOD } from "./mongod.ts";
import { NACOS } from "./nacos/nacos.ts";
import { RABBITMQ } from "./rabbitmq.ts";
import { GRAFANA, JAEGER, MEMCACHED, OPENSEARCH } from "./small-programs.ts";

/** Programs of products by image; they can also run outside of a simulated world. */
export const PRODUCT_PROGRAMS: Readonly<Record<string, Program>> = {
  mongod: MONGOD,
  memcached: MEMCACHED,
  consul: CONSUL,
  nacos: NACOS,
  rabbitmq: RABBITMQ,
  jaeger: JAEGER,
  grafana: GRAFANA,
  opensearch: OPENSEARCH,
};
