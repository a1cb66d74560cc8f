import { beforeAll, expect, test } from "vitest";
import { type ToolCall, wait } from "#core/tool-call.ts";
import { loadPolicies, planEpisode } from "#env/catalogue/load-policies.ts";
import { createEpisodeHost } from "#env/host/episode-host.ts";
import { playEpisode } from "#env/host/play-episode.ts";
import { createIncidentCache } from "#env/loop/incident-cache.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import type { Backend, Slot } from "#pool/backend.ts";
import { createMemoryRoom } from "#pool/memory/memory-room.ts";
import { SLO_SPAN_MS } from "#problems/traffic.ts";

/** A fault that makes the whole app unreachable for users. */
const TASK = "kubedrill://hotel-reservation/service-selector-mismatch?target=service/frontend";
const SEED = "7";

let open: OpenHost;
let repair: readonly ToolCall[];

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
  const expert = (await loadPolicies()).find(({ id }) => id === "answer-key");
  if (expert === undefined) throw new Error("there is no expert");
  repair = (await planEpisode(open, TASK, SEED, expert)).filter(({ name }) => name !== "submit_diagnosis");
});

/** Wraps a backend to behave like a real cluster: no forks, and real time. */
const withoutFork = (backend: Backend, given: { readonly slot: Slot; readonly atMs: number }[] = []): Backend => ({
  ...backend,
  capabilities: backend.capabilities.filter((name) => name !== "fork"),
  lease: async (request) => {
    const { fork: _, ...forkless } = await backend.lease(request);
    const slot = { ...forkless, isRealTime: true };
    given.push({ slot, atMs: slot.admin.clock.nowMs() });
    return slot;
  },
});

const play = async (backend: Backend, calls: readonly ToolCall[]) => {
  const incidents = createIncidentCache({ backend, noise: [], decoys: [] }, { room: createMemoryRoom(1) });
  const host = createEpisodeHost({ library: open.library, catalogue: open.catalogue, incidents });
  const { components } = await playEpisode(
    host,
    { episodeId: "e", taskUri: TASK, seed: SEED, limits: {}, views: [{ name: "budget" }] },
    calls,
  );
  return components.find(({ name }) => name === "slo");
};

test("errors saved are estimated as a fork would count them, and nobody waits for the span to end", async () => {
  const given: { readonly slot: Slot; readonly atMs: number }[] = [];
  const calls = [wait(120), ...repair];
  const [counted, estimated] = [await play(open.backend, calls), await play(withoutFork(open.backend, given), calls)];
  expect(counted?.value).toBeGreaterThan(0.5);
  expect(estimated?.value).toBeCloseTo(counted?.value as number, 1);
  expect(given.map(({ slot, atMs }) => slot.admin.clock.nowMs() - atMs < SLO_SPAN_MS)).toEqual([true]);
});

test("who does nothing saves nothing", async () => {
  const none = await play(withoutFork(open.backend), [wait(60), { name: "submit_mitigation", arguments: {} }]);
  expect(none?.value).toBeCloseTo(0, 1);
});

test("who acts before there were requests enough to tell is not scored by errors", async () => {
  expect(await play(withoutFork(open.backend), repair)).toMatchObject({ status: "SKIPPED", weight: 0 });
});
