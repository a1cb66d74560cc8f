import { isRecording, recordRead } from "../kernel/recorded-reads.ts";
import type { World } from "../kernel/world.ts";
import type { Caller } from "../network/connections/connection.ts";
import { planSolve } from "../processes/plan-solve.ts";

/** Caller of the load, outside the cluster: no namespace, no labels, and an address that only ipBlocks match. */
export const LOAD_CALLER: Caller = { namespace: "", labels: {}, podIP: "192.0.2.10" };

/** Patience of the load's clients, in ms. */
export const LOAD_TIMEOUT_MS = 2000;

/** Keeps the load away from the apps, of which nothing flows and nothing is measured meanwhile. */
export const holdLoad = (world: World): void => world.map<boolean>(LOAD).set(HELD, true);

/** Puts the load on the apps. */
export const putLoad = (world: World): void => {
  world.map<boolean>(LOAD).delete(HELD);
  planSolve(world);
};

/** True while the load is kept away. */
export const isLoadHeld = (world: World): boolean => world.map<boolean>(LOAD).get(HELD) === true;

/** Multiplies the load of every app from now on. */
export const setLoadFactor = (world: World, factor: number): void => {
  world.map<number>(FACTOR).set(ALL, factor);
  planSolve(world);
};

/** Factor of the load; 1 where nobody has said otherwise. */
export const loadFactor = (world: World): number => {
  const was = world.map<number>(FACTOR).get(ALL);
  if (isRecording()) recordRead({ kind: "entry", map: FACTOR, key: ALL, was });
  return was ?? 1;
};

/** Grows with every change of the load. */
export const loadRevision = (world: World): number => world.map(FACTOR).revision;

const LOAD = "flow/load";
const HELD = "held";
const FACTOR = "flow/load-factor";
const ALL = "";
