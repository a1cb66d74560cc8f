import { beforeAll, expect, test } from "vitest";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { actionOf } from "#env/host/play-episode.ts";
import { expertCalls } from "#env/loop/incident.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";

const APP = "kubedrill://hotel-reservation";

/** Faults whose symptoms come and go, each with the seed of an episode. */
const FLICKERING = [
  ["liveness-probe-wrong-endpoint?target=deployment/consul&noise=pod-kill", "2"],
  ["memory-limit-too-small?target=deployment/mongodb-rate&noise=pod-kill", "2"],
  ["command-wrong-binary?target=deployment/recommendation&noise=pod-kill", "3"],
  ["service-target-port-mismatch?target=service/mongodb-geo&noise=pod-kill", "3"],
  ["memory-limit-too-small?target=deployment/frontend", "1"],
  ["liveness-probe-wrong-endpoint?target=deployment/frontend", "1"],
] as const;

let open: OpenHost;

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
});

const play = async (taskUri: string, seed: string, calls: readonly ToolCall[]) => {
  const episodeId = `${taskUri} ${seed}`;
  await open.host.reset({ episodeId, taskUri, seed, limits: {}, views: [{ name: "budget" }] });
  const rewards: number[] = [];
  for (const [stepIndex, call] of calls.entries())
    rewards.push((await open.host.step({ episodeId, stepIndex, actions: [actionOf(call)] })).reward.reward ?? Number.NaN);
  const { report } = await open.host.reward({ episodeId, finalize: true, explain: false });
  await open.host.close({ episodeId });
  return { rewards, report, slo: report.components.find(({ name }) => name === "slo") };
};

/** An agent that reads and waits for 50 minutes. */
const LOOKING = Array.from(
  { length: 40 },
  (_, i): ToolCall => (i % 3 === 2 ? { name: "wait", arguments: { seconds: i % 2 === 0 ? 130 : 300 } } : kubectl("get pods")),
);

test.each(FLICKERING)("who only looks is neither paid nor charged for what comes and goes: %s", async (task, seed) => {
  const { rewards, report, slo } = await play(`${APP}/${task}`, seed, LOOKING);
  expect(Math.max(...rewards.map(Math.abs))).toBeLessThan(0.05);
  expect(Math.abs(report.reward ?? Number.NaN)).toBeLessThan(0.05);
  expect(slo?.value ?? 0).toBeCloseTo(0, 9);
});

test("noise makes no fault visible that users do not notice, and costs nothing who repairs it", async () => {
  const task = `${APP}/scale-to-zero?target=deployment/memcached-rate&noise=pod-kill`;
  for (const seed of ["7", "8"]) {
    const plan = expertCalls(await open.incidents.get(open.catalogue.taskOf(task), seed));
    const { report, slo } = await play(task, seed, plan);
    expect(slo).toMatchObject({ status: "SKIPPED", weight: 0 });
    expect(report.reward).toBeGreaterThan(0.95);
  }
});
