import { expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { type EdgeFlow, FLOW_HISTORY, type FlowRow, type ServerFlow } from "../../../flow/flow-history.ts";
import { World } from "../../../kernel/world.ts";
import { flowIndex } from "./flow-index.ts";

const indexOf = (rows: readonly FlowRow[]) => {
  const world = new World({ timers: {}, observers: [], config: {} }, "1", 0);
  for (const row of rows) world.log<FlowRow>(FLOW_HISTORY).append(row);
  const { servers, edges, loads, stores } = flowIndex(world);
  return { servers, edges, loads, stores };
};

/** Rows that share the flows which stay the same, as the traffic's do: some come, go, move, double or change from row to row. */
const drawRows = (seed: string): readonly FlowRow[] => {
  const rng = createRng(seed);
  const latency = () => ({ rate: rng.int(1, 9), errors: [], meanMs: rng.int(1, 9), deviationMs: 1 });
  const server = (): ServerFlow => {
    const component = rng.pick(["web", "cart", "cache"]);
    const flow = { process: `shop/${component}-1/${component}`, namespace: "shop", component, operation: rng.pick(["get", "put"]) };
    return { ...flow, cpuCores: rng.int(1, 9) / 10, ...latency() };
  };
  const edge = (): EdgeFlow => {
    const from = rng.pick(["web", "cart"]);
    const flow = {
      namespace: "shop",
      fromProcess: `shop/${from}-1/${from}`,
      toProcess: undefined,
      from,
      to: rng.pick(["cart", "cache"]),
      operation: "get",
    };
    return { ...flow, root: rng.pick(["GET /", "GET /cart"]), protocol: rng.pick(["grpc", "memcached"]), ...latency() };
  };
  const next = <F>(before: readonly F[], draw: () => F): readonly F[] => {
    const flows = before.flatMap((flow) => (rng.int(0, 5) === 0 ? rng.pick([[], [draw()], [flow, draw()]]) : [flow]));
    return rng.int(0, 4) === 0 ? [...flows.slice(1), ...flows.slice(0, 1)] : flows.length < 3 ? [...flows, draw()] : flows;
  };
  /** A process serves each operation once. */
  const once = (servers: readonly ServerFlow[]): readonly ServerFlow[] => [
    ...new Map(servers.map((flow) => [`${flow.process} ${flow.operation}`, flow])).values(),
  ];
  const rows: FlowRow[] = [];
  for (let i = 0; i < 40; i++) {
    const last = rows.at(-1);
    const row = { servers: once(next(last?.servers ?? [], server)), edges: next(last?.edges ?? [], edge) };
    rows.push({ fromMs: i * 7000, operations: [], ...row });
  }
  return rows;
};

test.each(["a", "b", "c", "d", "e", "f"])("rows that share their flows give the index of rows that do not (seed %s)", (seed) => {
  const rows = drawRows(seed);
  expect(indexOf(rows)).toEqual(indexOf(rows.map((row) => structuredClone(row))));
});
