import type { Program } from "../runtime/program.ts";
import { CONSUL } from "./consul/consul.ts";
import { MONGOD } from "./mongod.ts";
import { JAEGER, MEMCACHED } from "./small-programs.ts";

/** Products that applications use, by what the image catalogue calls them. They can be played outside of a simulated world too. */
export const PRODUCT_PROGRAMS: Readonly<Record<string, Program>> = {
  mongod: MONGOD,
  memcached: MEMCACHED,
  consul: CONSUL,
  jaeger: JAEGER,
};
