import { keepFor } from "#core/keep-for.ts";
import type { CheckResult } from "#core/verdict.ts";
import type { Slot } from "#pool/backend.ts";
import { SLO_SPAN_MS } from "#problems/traffic.ts";
import type { Incident } from "./incident.ts";
import { startNoise } from "./start-noise.ts";

/** User requests from the start if nobody acts, and the conditions. */
export interface DoNothing {
  readonly requests: number;
  readonly errors: number;
  /** The conditions at the start and whenever one has changed; missing where that could not be observed. */
  readonly course?: readonly { readonly atMs: number; readonly checks: readonly CheckResult[] }[];
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
  const outcome =
    incident.slot.fork === undefined ? estimate(incident, forMs) : recallOr(incident, forMs, () => idleWorldOf(incident).until(forMs));
  known.set(forMs, outcome);
  return await outcome;
};

type Outcomes = Map<number, Promise<DoNothing | undefined>>;

/** Results by time: of an incident, and without noise of its slot, where nothing depends on the episode's seed. */
const outcomesOf = (incident: Incident): Outcomes => (isOfSlot(incident) ? outcomesOfSlot(incident.slot) : outcomesOfIncident(incident));
const outcomesOfSlot = keepFor((_slot: Slot): Outcomes => new Map());
const outcomesOfIncident = keepFor((_incident: Incident): Outcomes => new Map());

/** True where an incident's slot is its own and no disturbances come. */
const isOfSlot = ({ noise, slot }: Incident): boolean => noise.length === 0 && slot.fork !== undefined;

/** Recalls an outcome, or runs for it and keeps it. With noise each seed has another, which is not worth keeping. */
const recallOr = async ({ recall, noise }: Incident, forMs: number, run: () => Promise<DoNothing>): Promise<DoNothing> => {
  if (recall === undefined || noise.length > 0 || forMs !== SLO_SPAN_MS) return await run();
  const known = recall.doNothing(forMs);
  if (known !== undefined) return known;
  const outcome = await run();
  recall.keepDoNothing(forMs, outcome);
  return outcome;
};

/** A fork in which nobody acts, and time goes on as far as it was asked for. */
interface IdleWorld {
  until(forMs: number): Promise<DoNothing>;
}

const idleWorldOf = (incident: Incident): IdleWorld =>
  isOfSlot(incident) ? idleWorldOfSlot(incident.slot, incident) : idleWorldOfIncident(incident);
const idleWorldOfSlot = keepFor((_slot: Slot, incident: Incident) => createIdleWorld(incident));
const idleWorldOfIncident = keepFor((incident: Incident) => createIdleWorld(incident));

/** Lets time pass on a fork, and watches the conditions. */
const createIdleWorld = ({ slot, ...incident }: Incident): IdleWorld => {
  const { startMs, judge: atStart, checksAtStart } = incident;
  const copy = (slot.fork as NonNullable<Slot["fork"]>)();
  const course = [{ atMs: startMs, checks: checksAtStart }];
  const judge = atStart.over(copy.admin);
  const { clock } = startNoise({ ...incident, slot }).over(copy.admin, copy.admin);
  const watch = async (): Promise<boolean> => {
    const checks = await judge.judge();
    const before = course.at(-1)?.checks ?? [];
    if (checks.some(({ held }, i) => held !== before[i]?.held)) course.push({ atMs: clock.nowMs(), checks });
    return false;
  };
  let isPassing = Promise.resolve();
  const passUntil = async (endMs: number): Promise<void> => {
    const leftMs = endMs - clock.nowMs();
    // What only flickers is to be known as that, so that every instant counts.
    if (leftMs > 0) await clock.until(watch, { timeoutMs: leftMs, everyMs: 0 });
  };
  return {
    until: async (forMs) => {
      const endMs = startMs + forMs;
      // One after the other: calls on one world must not race.
      isPassing = isPassing.then(() => passUntil(endMs));
      await isPassing;
      return { ...(await copy.traffic(startMs, endMs)), course: course.filter(({ atMs }) => atMs <= endMs) };
    },
  };
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
