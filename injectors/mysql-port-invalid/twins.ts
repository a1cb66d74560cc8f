import { secretsBeside } from "../secret-twins.ts";
import type { DrawTwins } from "../twin.ts";

/** Addresses of databases that were planned or left. */
export const twins: DrawTwins = (rng, baseline) =>
  secretsBeside(rng, baseline, ["db-address", "db-next", "replica", "failover"], (own, component) => ({
    DB_HOST: `${component}-db`,
    DB_PORT: `${own.pick([3306, 3307, 5432, 13_306])}`,
  }));
