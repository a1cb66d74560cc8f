import type { Slot } from "#pool/backend.ts";
import { SLO_SPAN_MS } from "#problems/traffic.ts";
import type { Incident } from "./incident.ts";

/** User requests over the fixed span if nobody acts. */
export interface DoNothing {
  readonly requests: number;
  readonly errors: number;
  /** Conditions that were violated at the start and are still. */
  readonly persisting: readonly string[];
}

/**
 * Runs the world on without anybody's act; once per incident, shared by all episodes of it.
 *
 * @returns undefined where the backend cannot fork
 */
export const doNothing = async (incident: Incident): Promise<DoNothing | undefined> => {
  const kept = outcomes.get(incident);
  if (kept !== undefined) return await kept;
  const outcome = runOn(incident);
  outcomes.set(incident, outcome);
  return await outcome;
};

/** An incident is a value: what follows from it can be kept beside it. */
const outcomes = new WeakMap<Incident, Promise<DoNothing | undefined>>();

const runOn = async ({ slot, startMs, judge: atStart, violatedAtStart }: Incident): Promise<DoNothing | undefined> => {
  const copy: Slot | undefined = slot.fork?.();
  if (copy === undefined) return undefined;
  const traffic = await trafficOfSpan(copy, startMs);
  const checks = await atStart.over(copy.admin).judge();
  return { ...traffic, persisting: checks.filter(({ name, held }) => !held && violatedAtStart.includes(name)).map(({ name }) => name) };
};

/** Requests from the start to the end of the span; the world runs on to there. */
export const trafficOfSpan = async (slot: Slot, startMs: number): Promise<Pick<DoNothing, "requests" | "errors">> => {
  const endMs = startMs + SLO_SPAN_MS;
  const leftMs = endMs - slot.admin.clock.nowMs();
  if (leftMs > 0) await slot.admin.clock.sleep(leftMs);
  return await slot.traffic(startMs, endMs);
};
