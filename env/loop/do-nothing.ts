import { keepFor } from "#core/keep-for.ts";
import type { Slot } from "#pool/backend.ts";
import { SLO_SPAN_MS } from "#problems/traffic.ts";
import type { Incident } from "./incident.ts";

/** User requests over the fixed span if nobody acts. */
export interface DoNothing {
  readonly requests: number;
  readonly errors: number;
  /** Names of conditions that were violated at the start and still are; missing where that could not be observed. */
  readonly persisting?: readonly string[];
}

/**
 * Estimates what happens if nobody acts: by running a fork of the world; on a backend that cannot fork, from the
 * requests until the agent's first write. Computed at the first call and shared by all episodes of the incident.
 *
 * @returns undefined if there were too few requests for an estimate
 */
export const doNothing = keepFor(
  (incident: Incident): Promise<DoNothing | undefined> =>
    incident.slot.fork === undefined ? estimate(incident) : runOn(incident, incident.slot.fork()),
);

const runOn = async ({ startMs, judge: atStart, violatedAtStart }: Incident, copy: Slot): Promise<DoNothing> => {
  const endMs = startMs + SLO_SPAN_MS;
  const leftMs = endMs - copy.admin.clock.nowMs();
  if (leftMs > 0) await copy.admin.clock.sleep(leftMs);
  const traffic = await copy.traffic(startMs, endMs);
  const checks = await atStart.over(copy.admin).judge();
  return { ...traffic, persisting: checks.filter(({ name, held }) => !held && violatedAtStart.includes(name)).map(({ name }) => name) };
};

const estimate = async ({ slot, startMs }: Incident): Promise<DoNothing | undefined> => {
  const endMs = Math.min(firstWriteMs(slot), slot.admin.clock.nowMs() - REQUEST_TIMEOUT_MS, startMs + SLO_SPAN_MS);
  const { requests, errors } = await slot.traffic(startMs, endMs);
  if (requests < REQUESTS_MIN) return undefined;
  const scale = SLO_SPAN_MS / (endMs - startMs);
  return { requests: requests * scale, errors: errors * scale };
};

/** Time of the agent's first write, ms; a command in a container counts, since it may have changed as much as a patch. */
const firstWriteMs = (slot: Slot): number =>
  slot.audit().find(({ status, dryRun }) => status < 300 && !dryRun)?.atMs ?? Number.POSITIVE_INFINITY;

/** Timeout of users' requests, ms, which are counted when they have ended. */
const REQUEST_TIMEOUT_MS = 5_000;

/** Minimum number of requests for an estimate of the share of errors. */
const REQUESTS_MIN = 30;
