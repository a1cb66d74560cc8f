import type { EdgeFlow } from "../../flow/flow-history.ts";
import { poolOf } from "../../programs/behaviour/pool-of.ts";
import { type AppMetric, type AppView, inFlight, type RowsOf, row } from "./app-view.ts";
import { segmentAt } from "./traffic/flow-counts.ts";
import { flowIndex } from "./traffic/flow-index.ts";

/** Metrics of HikariCP's pools of connections, as Micrometer names them. @param programs ids of those on Spring Boot */
export const poolMetrics = (programs: readonly string[]): readonly AppMetric[] =>
  FAMILIES.map(([name, help, amountIn]) => ({ name, type: "gauge", help, rows: new Map(programs.map((id) => [id, rowsOf(amountIn)])) }));

const rowsOf =
  (amountIn: (pool: PoolUse) => number): RowsOf =>
  (_world, { process }) => {
    const pool = process.app === undefined ? undefined : poolOf(process, process.app);
    return pool === undefined ? [] : [row({ pool: "HikariPool-1" }, (view) => Math.round(amountIn(useOf(view, pool.connections))))];
  };

interface PoolUse {
  readonly most: number;
  readonly total: number;
  readonly active: number;
  readonly pending: number;
}

/** By Little's law: connections are in use for as long as commands take, and who is in the program beside them waits for one. */
const useOf = (view: AppView, most: number): PoolUse => {
  let [active, failing, working] = [0, 0, 0];
  for (const { about, newest } of flowIndex(view.world).edges.values()) {
    if (about.fromProcess !== view.life.key || !TABLES.has(about.protocol)) continue;
    const flow = segmentAt(newest, view.atMs)?.flow;
    if (flow === undefined) continue;
    const errors = flow.errors.reduce((sum, { share }) => sum + share, 0);
    working += flow.rate * (1 - errors);
    active += (flow.rate * (1 - errors) * flow.meanMs) / 1000;
    failing += flow.errors.reduce((sum, { share, afterMs }) => sum + (flow.rate * share * afterMs) / 1000, 0);
  }
  const used = Math.min(most, active);
  const isFull = used > FULL * most;
  return {
    most,
    total: failing > 0 && working === 0 ? 0 : most,
    active: used,
    pending:
      failing + (isFull && failing === 0 ? Math.max(0, Math.min(inFlight(view), view.life.process.app?.behaviour.workers ?? 0) - most) : 0),
  };
};

/** Protocols of SQL servers. */
const TABLES: ReadonlySet<EdgeFlow["protocol"]> = new Set(["mysql", "postgresql"]);

/** Share of its connections from which on a pool counts as full. */
const FULL = 0.97;

const FAMILIES: readonly (readonly [name: string, help: string, amountIn: (pool: PoolUse) => number])[] = [
  ["hikaricp_connections", "Total connections", ({ total }) => total],
  ["hikaricp_connections_active", "Active connections", ({ active }) => active],
  ["hikaricp_connections_idle", "Idle connections", ({ total, active }) => Math.max(0, total - Math.round(active))],
  ["hikaricp_connections_pending", "Pending threads", ({ pending }) => pending],
  ["hikaricp_connections_max", "Max connections", ({ most }) => most],
  ["hikaricp_connections_min", "Min connections", ({ most }) => most],
];
