import { expect, test } from "vitest";
import type { Timeline } from "#injectors/timeline.ts";
import type { Incident } from "./incident.ts";
import { toldTimelines } from "./told-timelines.ts";

/** An incident that began a minute after its injection, with one fault for each timeline. */
const incidentOf = (...timelines: readonly (Timeline | undefined)[]): Incident => {
  const faults = timelines.map((timeline, i) => ({
    target: `configmap/${i}`,
    params: {},
    injector: { id: `fault-${i}`, ...(timeline && { timeline: () => timeline }) },
  }));
  return { faults, place: {}, injectedMs: 1_000_000, startMs: 1_060_000 } as unknown as Incident;
};

test("acts and triggers are told on the clock of the episode, before its start with times below zero", () => {
  const load = (factor: number) => ({ verb: "load", factor }) as const;
  const timeline: Timeline = {
    acts: [
      { atMs: 20_000, act: load(4) },
      { atMs: 50_000, act: load(1) },
      { atMs: 90_000, act: { verb: "delete", resource: "pods", name: "a" } },
    ],
    trigger: { fromMs: 20_000, toMs: 50_000 },
  };
  expect(toldTimelines(incidentOf(undefined, timeline))).toEqual({
    timelines: [
      {
        fault: "fault-1",
        target: "configmap/1",
        injectedMs: -60_000,
        acts: [
          { atMs: -40_000, act: load(4) },
          { atMs: -10_000, act: load(1) },
          { atMs: 30_000, act: { verb: "delete", resource: "pods", name: "a" } },
        ],
        trigger: { fromMs: -40_000, toMs: -10_000 },
      },
    ],
  });
});

test("a timeline without a trigger tells none, and faults that do nothing later tell nothing at all", () => {
  const quiet: Timeline = { acts: [{ atMs: 5_000, act: { verb: "load", factor: 2 } }] };
  expect(toldTimelines(incidentOf(quiet)).timelines?.[0]).not.toHaveProperty("trigger");
  expect(toldTimelines(incidentOf(undefined))).toEqual({});
});
