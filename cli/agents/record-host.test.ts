import { expect, test } from "vitest";
import type { EpisodeHost, ResetOutcome, StepOutcome } from "#env/host/episode-protocol.ts";
import type { EpisodeKubeOutcome, KubeCommand, KubeFrame } from "#env/host/kube-protocol.ts";
import { recordHost } from "./record-host.ts";

const get = (stream: number, path: string): KubeFrame => ({
  kind: "request",
  stream,
  request: { method: "GET", path, query: "", headers: {}, body: { text: "" }, isKnown: true },
});

/** A clock that goes on by 250 ms whenever it is read. */
const clock = () => {
  let ms = 0;
  return () => {
    ms += 250;
    return ms;
  };
};

/** A host that answers every request, and whose steps give nothing. */
const HOST = {
  reset: async () => ({}) as ResetOutcome,
  step: async () => ({}) as StepOutcome,
  kube: async ({ frames, untilMs }: KubeCommand) =>
    ({
      virtualMs: untilMs,
      messages: frames.flatMap(({ kind, stream }) =>
        kind === "request" ? [{ kind: "response", stream, status: 200, headers: {}, body: { text: "" } }] : [],
      ),
    }) as unknown as EpisodeKubeOutcome,
} as unknown as EpisodeHost;

const ask = (untilMs: number, frames: readonly KubeFrame[]): KubeCommand => ({ episodeId: "e", untilMs, shiftMs: 0, frames });

test("requests are kept by the step that came next, and are forgotten with their episode", async () => {
  const { host, take } = recordHost(HOST);
  await host.kube!(ask(10, [get(0, "/api/v1/pods")]));
  await host.step({ episodeId: "e", stepIndex: 0, actions: [] });
  await host.kube!(ask(20, [{ kind: "close", stream: 0 }, get(1, "/api/v1/nodes"), get(2, "/api/v1/events")]));
  const { steps, requests, apiRequests } = take("e");
  expect(steps).toHaveLength(1);
  expect(requests?.map(({ stepIndex, virtualMs, target, status }) => [stepIndex, virtualMs, target, status])).toEqual([
    [0, 10, "/api/v1/pods", 200],
    [1, 20, "/api/v1/nodes", 200],
    [1, 20, "/api/v1/events", 200],
  ]);
  expect(apiRequests).toBe(3);
  expect(take("e")).toEqual({ steps: [], requests: [], measured: [], apiRequests: 0 });
});

test("of very many requests the first are kept, and all are counted", async () => {
  const { host, take } = recordHost(HOST);
  for (let i = 0; i < 6; i++)
    await host.kube!(
      ask(
        i,
        Array.from({ length: 1_000 }, (_, stream) => get(stream, "/api/v1/pods")),
      ),
    );
  const { requests, apiRequests } = take("e");
  expect(requests).toHaveLength(5_000);
  expect(requests?.at(-1)?.virtualMs).toBe(4);
  expect(apiRequests).toBe(6_000);
});

test("of each step is kept how long the agent took for it, and how long its answer took", async () => {
  const { host, take } = recordHost(HOST, clock());
  await host.reset({ episodeId: "e", taskUri: "kubedrill://toy/one", seed: "1", limits: {}, views: [] });
  const step = (stepIndex: number) => host.step({ episodeId: "e", stepIndex, actions: [] });
  await step(0);
  // Calls of one turn come together: the second waits for the first, and its agent for nothing.
  await Promise.all([step(1), step(2)]);
  expect(take("e").measured).toEqual([
    { agent_s: 0.25, answer_s: 0.25 },
    { agent_s: 0.25, answer_s: 0.5 },
    { agent_s: 0, answer_s: 0.25 },
  ]);
});

test("of an episode that began before anyone looked, the first step has no time of its agent", async () => {
  const { host, take } = recordHost(HOST, clock());
  await host.step({ episodeId: "e", stepIndex: 0, actions: [] });
  expect(take("e").measured).toEqual([{ answer_s: 0.25 }]);
});
