import { beforeAll, expect, test } from "vitest";
import type { Clock } from "#core/clock.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Slot } from "#pool/backend.ts";
import { type OpenHost, openHost } from "../open/open-host.ts";
import { gradeMitigation } from "./grade-mitigation.ts";
import type { Incident } from "./incident.ts";

let incident: Incident;

beforeAll(async () => {
  const { catalogue, incidents }: OpenHost = await openHost({ variant: "standard", hasPast: false });
  incident = await incidents.get(catalogue.taskOf("kubedrill://hotel-reservation/healthy"), "1");
});

/** A slot as a real one is seen, whose probes time out now and then. @param outagesMs begin and end of each time, from now */
const slowSlot = (outagesMs: readonly (readonly [from: number, to: number])[], more: Partial<Slot> = {}): Slot => {
  const slot = incident.slot.fork?.() as Slot;
  const { clock, ...rest } = slot.admin;
  const startMs = clock.nowMs();
  const isSlow = (): boolean => outagesMs.some(([from, to]) => clock.nowMs() - startMs >= from && clock.nowMs() - startMs < to);
  const admin: ClusterPort = {
    ...rest,
    clock: { ...clock, until: (predicate, { timeoutMs }) => poll(clock, predicate, timeoutMs) },
    revision: () => undefined,
    moment: () => undefined,
    probe: async (request) => (isSlow() ? { kind: "timed-out" as const, latencyMs: 1_000, detail: "" } : await rest.probe(request)),
  };
  return { ...slot, isRealTime: true, admin, ...more };
};

/** Waits as the clock of a real cluster does: it looks once a second, whether something has changed or not. */
const poll = async (clock: Clock, predicate: () => Promise<boolean>, timeoutMs: number): Promise<boolean> => {
  const untilMs = clock.nowMs() + timeoutMs;
  for (;;) {
    if (await predicate()) return true;
    if (clock.nowMs() >= untilMs) return false;
    await clock.sleep(Math.min(1_000, untilMs - clock.nowMs()));
  }
};

test("probes that come too late now and then while a repair has to hold are not the agent's", async () => {
  const graded = await gradeMitigation(
    incident,
    slowSlot([
      [20_000, 24_000],
      [40_000, 43_000],
      [58_000, 62_000],
    ]),
  );
  expect(graded.verdict).toMatchObject({ kind: "held" });
});

test("what does not answer for longer is broken", async () => {
  const graded = await gradeMitigation(incident, slowSlot([[20_000, 40_000]]));
  expect(graded.verdict).toMatchObject({ kind: "violated" });
});

test("requests that fail in a cluster whatever anybody does are not the agent's, and others are", async () => {
  const failing: Partial<Slot> = { traffic: async (fromMs, toMs) => ({ requests: (toMs - fromMs) / 10, errors: (toMs - fromMs) / 100 }) };
  const served = async (errorRateBefore: number) =>
    (await gradeMitigation({ ...incident, errorRateBefore }, slowSlot([], failing))).verdict.kind;
  expect(await served(1 / 100)).toBe("held");
  expect(await served(0)).toBe("violated");
});
