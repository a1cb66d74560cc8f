import { beforeAll, expect, test } from "vitest";
import { kubectl } from "#core/tool-call.ts";
import { byteLength } from "#env/observations/truncate.ts";
import { ACTION_CHARACTERS_MAX } from "../host/action-size.ts";
import { actionOf } from "../host/play-episode.ts";
import { type OpenHost, openHost } from "../open/open-host.ts";

let open: OpenHost;

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
});

const lookAtEverything = async (limits: { readonly maxObservationBytes?: number }) => {
  const episodeId = `sizes-${limits.maxObservationBytes ?? "default"}`;
  const views = [{ name: "text" }, { name: "state_json" }];
  const { tools } = await open.host.reset({ episodeId, taskUri: "kubedrill://hotel-reservation/healthy", seed: "3", limits, views });
  const { observation, results } = await open.host.step({ episodeId, stepIndex: 0, actions: [actionOf(kubectl("get pods -o yaml"))] });
  await open.host.close({ episodeId });
  return { text: observation.views[0]?.body ?? "", state: observation.views[1]?.body ?? "", result: results[0], tools };
};

test("an observation is 12 KiB at most, cut once, with advice how to see the rest", async () => {
  const { text, result } = await lookAtEverything({});
  expect(byteLength(text)).toBeLessThanOrEqual(12_288);
  expect(byteLength(text)).toBeGreaterThan(10_000);
  expect(text.match(/bytes left out/g)).toHaveLength(1);
  expect(text).toMatch(/\.\.\. \[\d{5,6} of \d{5,6} bytes left out; to see them, ask for less at a time/);
  expect(result?.truncated).toBe(true);
});

test("a caller may have up to 64 KiB; more is refused with the most that there is", async () => {
  await expect(lookAtEverything({ maxObservationBytes: 65_537 })).rejects.toThrow(
    "limits.max_observation_bytes is 65537 bytes; the most is 65536 bytes",
  );
  const { text } = await lookAtEverything({ maxObservationBytes: 65_536 });
  expect(byteLength(text)).toBeLessThanOrEqual(65_536);
  expect(byteLength(text)).toBeGreaterThan(60_000);
});

test.each([2_500, 12_288, 65_536])(
  "with observations of %i bytes an answer is as long as its tool announces, and no longer",
  async (maxObservationBytes) => {
    const { tools, result } = await lookAtEverything({ maxObservationBytes });
    const announced = tools.find(({ name }) => name === "kubectl")?.contentMaxBytes ?? 0;
    expect(byteLength(result?.content ?? "")).toBeLessThanOrEqual(announced);
    expect(byteLength(result?.content ?? "")).toBeGreaterThan(0.9 * announced - 200); // cut at the end of a line
  },
);

test("a view that is JSON stays whole whatever the text is cut to", async () => {
  const { text, state } = await lookAtEverything({ maxObservationBytes: 2_500 });
  expect(byteLength(text)).toBeLessThanOrEqual(2_500);
  expect(JSON.parse(state)).toMatchObject({ nodes: expect.any(Array) });
});

test.each([
  ["text", { kind: "text", text: "x".repeat(ACTION_CHARACTERS_MAX + 1) }],
  ["arguments", { kind: "tool", name: "kubectl", argumentsJson: "x".repeat(ACTION_CHARACTERS_MAX + 1) }],
] as const)("an action whose %s is above the bound is an invalid one, and the episode goes on", async (what, body) => {
  const episodeId = `long-${what}`;
  await open.host.reset({ episodeId, taskUri: "kubedrill://hotel-reservation/healthy", seed: "3", limits: {}, views: [{ name: "text" }] });
  const { results, ending } = await open.host.step({ episodeId, stepIndex: 0, actions: [{ body }] });
  await open.host.close({ episodeId });
  expect(results[0]).toMatchObject({ status: "INVALID", errorCode: "ACTION_TOO_LONG", content: expect.stringContaining("262144") });
  expect(ending).toBeUndefined();
});
