import type { Slot } from "#pool/backend.ts";
import { SLO_SPAN_MS } from "#problems/traffic.ts";
import type { Incident } from "./incident.ts";

/** User requests over the fixed span if nobody acts. */
export interface DoNothing {
  readonly requests: number;
  readonly errors: number;
  /** Conditions that were violated at the start and are still; missing where nobody could look. */
  readonly persisting?: readonly string[];
}

/**
 * What happens without anybody's act: where the backend can fork, the world is run on; elsewhere the requests until the
 * agent's first write stand for the whole span. Found when it is first asked for, and shared by all episodes of the incident.
 *
 * @returns undefined where there were too few requests to tell
 */
export const doNothing = async (incident: Incident): Promise<DoNothing | undefined> => {
  const kept = outcomes.get(incident);
  if (kept !== undefined) return await kept;
  const outcome = incident.slot.fork === undefined ? estimate(incident) : runOn(incident, incident.slot.fork());
  outcomes.set(incident, outcome);
  return await outcome;
};

/** An incident is a value: what follows from it can be kept beside it. */
const outcomes = new WeakMap<Incident, Promise<DoNothing | undefined>>();

const runOn = async ({ startMs, judge: atStart, violatedAtStart }: Incident, copy: Slot): Promise<DoNothing> => {
  const endMs = startMs + SLO_SPAN_MS;
  const leftMs = endMs - copy.admin.clock.nowMs();
  if (leftMs > 0) await copy.admin.clock.sleep(leftMs);
  const traffic = await copy.traffic(startMs, endMs);
  const checks = await atStart.over(copy.admin).judge();
  return { ...traffic, persisting: checks.filter(({ name, held }) => !held && violatedAtStart.includes(name)).map(({ name }) => name) };
};

const estimate = async ({ slot, startMs }: Incident): Promise<DoNothing | undefined> => {
  const endMs = Math.min(firstWriteMs(slot), slot.admin.clock.nowMs() - PATIENCE_MS, startMs + SLO_SPAN_MS);
  const { requests, errors } = await slot.traffic(startMs, endMs);
  if (requests < REQUESTS_MIN) return undefined;
  const scale = SLO_SPAN_MS / (endMs - startMs);
  return { requests: requests * scale, errors: errors * scale };
};

/** From then on it is not nothing that is done; a command in a container may have changed as much as a patch. */
const firstWriteMs = (slot: Slot): number =>
  slot.audit().find(({ status, dryRun }) => status < 300 && !dryRun)?.atMs ?? Number.POSITIVE_INFINITY;

/** Requests are counted when they have ended, and users wait so long. */
const PATIENCE_MS = 5_000;

/** Fewer say nothing about a share of errors. */
const REQUESTS_MIN = 30;
