import type { World } from "../../../kernel/world.ts";
import type { Process } from "../../../processes/process.ts";
import { STORE_TIMER } from "../../../processes/process-keys.ts";
import { printLines } from "../../../processes/process-output.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { redisLine } from "./redis-log.ts";
import { type RedisState, redisState, saveSnapshot } from "./redis-server-state.ts";

/** Plans the snapshot that the configured save points ask for after writes. */
export const planSave = (world: World, { process, port }: StoreServer, state: RedisState): void => {
  const dueMs = dueAtMs(state);
  if (dueMs !== undefined) world.setTimerNoLaterThan(STORE_TIMER, process.key, Math.max(dueMs, world.nowMs() + 100), port);
};

/** Writes a due snapshot, or plans it again. */
export const saveWhenDue = (world: World, process: Process, port: number): void => {
  const server = { process, port };
  const state = redisState(world, server);
  const dueMs = state === undefined ? undefined : dueAtMs(state);
  if (state === undefined || dueMs === undefined) return;
  if (dueMs > world.nowMs()) return planSave(world, server, state);
  const [seconds = 0] = savePoints(state).find(([, changes]) => state.dirty >= changes) ?? [];
  const child = state.pid + 19 + (world.nowMs() % 7);
  const line = (text: string, pid = state.pid, role: "C" | "M" = "M") => redisLine(world.nowMs(), pid, role, "*", text);
  printLines(world, process, [
    line(`${state.dirty} changes in ${seconds} seconds. Saving...`),
    line(`Background saving started by pid ${child}`),
    line("DB saved on disk", child, "C"),
    line("Background saving terminated with success"),
  ]);
  saveSnapshot(world, server, state);
};

/** True when the server writes snapshots at all. */
export const hasSavePoints = (state: RedisState): boolean => savePoints(state).length > 0;

const dueAtMs = (state: RedisState): number | undefined => {
  const due = savePoints(state).flatMap(([seconds, changes]) => (state.dirty >= changes ? [state.lastSaveMs + seconds * 1000 + 1000] : []));
  return due.length === 0 ? undefined : Math.min(...due);
};

/** Pairs of seconds and changes. */
const savePoints = ({ config }: RedisState): readonly (readonly [number, number])[] => {
  const numbers = (config["save"] ?? "")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(Number);
  const points: (readonly [number, number])[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) points.push([numbers[at] as number, numbers[at + 1] as number]);
  return points;
};
