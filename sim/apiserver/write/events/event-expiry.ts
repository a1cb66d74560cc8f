import { parseTimestamp } from "#core/timestamp.ts";
import type { Event } from "#kube/types/cluster.ts";
import type { TimerHandler, World } from "../../../kernel/world.ts";
import { listObjects, removeObject } from "../../store/store.ts";

/** Removes events an hour after they were last written. */
export const eventTimers: Readonly<Record<string, TimerHandler>> = {
  "events/expire": (world) => {
    const nowMs = world.nowMs();
    let oldestMs: number | undefined;
    for (const event of listObjects<Event>(world, "events")) {
      const writtenMs = writtenAtMs(event);
      if (writtenMs + EVENT_TTL_MS <= nowMs) removeObject(world, "events", event.metadata.namespace, event.metadata.name);
      else oldestMs = Math.min(oldestMs ?? writtenMs, writtenMs);
    }
    if (oldestMs !== undefined) planAt(world, oldestMs + EVENT_TTL_MS);
  },
};

/** Plans the expiry of the oldest event, if none is planned. */
export const planEventExpiry = (world: World): void => {
  if (world.parts.timers[TIMER] !== undefined && world.timerAtMs(TIMER, "all") === undefined) planAt(world, world.nowMs() + EVENT_TTL_MS);
};

const TIMER = "events/expire";
const EVENT_TTL_MS = 3_600_000;
/** Interval of event expiry, ms; coarse, so that a busy hour costs sixty sweeps and not thousands. */
const SWEEP_MS = 60_000;

const planAt = (world: World, atMs: number): void => world.setTimer(TIMER, "all", Math.ceil(atMs / SWEEP_MS) * SWEEP_MS);

const writtenAtMs = ({ lastTimestamp, series, eventTime, metadata }: Event): number =>
  parseTimestamp(series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? "") ?? 0;
