import { expect, test } from "vitest";
import type { World } from "../../../kernel/world.ts";
import { PROCESS_HISTORY, type Process, type ProcessRecord } from "../../../processes/process.ts";
import { createShop, endProcess, MINUTE, NAMESPACE, processOf } from "../../hand-made-world.cases.ts";
import { createTcpProber, tcpTargets } from "../probe-series.ts";
import { listens, type ProcessLife, portsAt, processLives } from "./process-history.ts";

/** Records that a program closes its ports and goes on, as many do on SIGTERM. */
const closePorts = (world: World, process: Process): void =>
  void world.log<ProcessRecord>(PROCESS_HISTORY).append({ kind: "listening", atMs: world.nowMs(), process: { ...process, ports: [] } });

const lifeOf = (world: World, process: Process): ProcessLife => processLives(world).find(({ key }) => key === process.key) as ProcessLife;

test("what closes its ports had them open before", () => {
  const world = createShop();
  const cart = processOf(world, "cart");
  const [openMs, closedMs, overMs] = [1, 2, 3].map((minutes) => world.nowMs() + minutes * MINUTE) as [number, number, number];
  world.runUntil(closedMs);
  closePorts(world, cart);
  world.runUntil(overMs);
  endProcess(world, cart, 0);
  const life = lifeOf(world, cart);
  expect([openMs, closedMs, overMs].map((atMs) => listens(life, atMs))).toEqual([true, false, false]);
  expect([openMs, closedMs, overMs].map((atMs) => portsAt(life, atMs)?.length)).toEqual([1, 0, undefined]);
  expect(life.process.ports).toEqual(cart.ports);
  expect(life.listeningAtMs).toBe(cart.startedAtMs);
});

test("a probe of the past says the same after the program has closed its ports", () => {
  const world = createShop();
  const probe = (atMs: number): readonly boolean[] => tcpTargets(world, [NAMESPACE]).map((target) => createTcpProber(world)(target, atMs));
  const beforeMs = world.nowMs() + MINUTE;
  world.runUntil(beforeMs + MINUTE);
  const said = probe(beforeMs);
  closePorts(world, processOf(world, "cart"));
  expect(said).toEqual([true, true, true]);
  expect(probe(beforeMs)).toEqual(said);
  expect(probe(world.nowMs())).toEqual([true, false, true]);
});
