import { keepFor } from "#core/keep-for.ts";
import type { Slot } from "#pool/backend.ts";
import { SLO_SPAN_MS } from "#problems/traffic.ts";
import type { Incident } from "./incident.ts";
import { createJudge } from "./judge.ts";
import type { NoiseSchedule } from "./noise-schedule.ts";
import { startNoise } from "./start-noise.ts";

/** User requests over a time from the start if nobody acts. */
export interface DoNothing {
  readonly requests: number;
  readonly errors: number;
  /**
   * Names of the conditions that are violated then; missing where that could not be observed. One that was violated at the
   * start must have been so at every moment: what only flickers, as in a crash loop, is not broken for good.
   */
  readonly persisting?: readonly string[];
}

/**
 * Estimates what happens if nobody acts: by running a fork of the world under the same noise; on a backend that cannot
 * fork, from the requests until the agent's first write. Computed at the first call for a time and shared by all
 * episodes of the incident.
 *
 * @param forMs time from the start; missing: the fixed span
 * @returns undefined if there were too few requests for an estimate
 */
export const doNothing = async (incident: Incident, forMs = SLO_SPAN_MS): Promise<DoNothing | undefined> => {
  const known = outcomesOf(incident);
  const kept = known.get(forMs);
  if (kept !== undefined) return await kept;
  const outcome = incident.slot.fork === undefined ? estimate(incident, forMs) : runOn(incident, incident.slot.fork(), forMs);
  known.set(forMs, outcome);
  return await outcome;
};

/** Results by incident, which never changes, and time. */
const outcomesOf = keepFor((_incident: Incident) => new Map<number, Promise<DoNothing | undefined>>());

const runOn = async (incident: Incident, copy: Slot, forMs: number): Promise<DoNothing> => {
  const { startMs, judge: atStart } = incident;
  const endMs = startMs + forMs;
  const recovered = await watchRecovery(incident, copy, startNoise(incident), endMs);
  const traffic = await copy.traffic(startMs, endMs);
  const checks = await atStart.over(copy.admin).judge();
  return { ...traffic, persisting: checks.filter(({ held, name }) => !held && !recovered.has(name)).map(({ name }) => name) };
};

/** Lets time pass, and returns the names of the conditions violated at the start that hold at some moment of it. */
const watchRecovery = async (
  { oracle, violatedAtStart }: Incident,
  copy: Slot,
  noise: NoiseSchedule,
  endMs: number,
): Promise<ReadonlySet<string>> => {
  const recovered = new Set<string>();
  const judge = createJudge(
    copy.admin,
    oracle.checks.filter(({ name }) => violatedAtStart.includes(name)),
  );
  const { clock } = noise.over(copy.admin, copy.admin);
  const watch = async (): Promise<boolean> => {
    for (const { name, held } of await judge.judge()) if (held) recovered.add(name);
    return false;
  };
  const leftMs = endMs - clock.nowMs();
  if (leftMs > 0) await clock.until(watch, { timeoutMs: leftMs });
  return recovered;
};

const estimate = async ({ slot, startMs }: Incident, forMs: number): Promise<DoNothing | undefined> => {
  const endMs = Math.min(firstWriteMs(slot), slot.admin.clock.nowMs() - REQUEST_TIMEOUT_MS, startMs + forMs);
  const { requests, errors } = await slot.traffic(startMs, endMs);
  if (requests < REQUESTS_MIN) return undefined;
  const scale = forMs / (endMs - startMs);
  return { requests: requests * scale, errors: errors * scale };
};

/** Time of the agent's first write, ms; a command in a container counts, since it may have changed as much as a patch. */
const firstWriteMs = (slot: Slot): number =>
  slot.audit().find(({ status, dryRun }) => status < 300 && !dryRun)?.atMs ?? Number.POSITIVE_INFINITY;

/** Timeout of users' requests, ms, which are counted when they have ended. */
const REQUEST_TIMEOUT_MS = 5_000;

/** Minimum number of requests for an estimate of the share of errors. */
const REQUESTS_MIN = 30;
