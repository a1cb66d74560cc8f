import { secretsBeside, secretsOfIdle } from "../secret-twins.ts";
import type { DrawTwins } from "../twin.ts";
import { wrongPort } from "./wrong-port.ts";

/** Addresses of databases that were planned or left, and trials of components with a database at another port. */
export const twins: DrawTwins = (rng, baseline) => [
  ...secretsBeside(rng, baseline, ["db-address", "db-next", "replica", "failover"], (own, component) => ({
    DB_HOST: `${component}-db`,
    DB_PORT: `${own.pick([3306, 3307, 5432, 13_306])}`,
  })),
  ...secretsOfIdle(rng.stream("idle"), baseline, /MYSQL_PORT$/, (own, value) => wrongPort(own, Number(value))),
];
