import { expect, test } from "vitest";
import { createToyHost } from "../testing/toy-host.ts";
import { recordEpisode } from "../trajectories/record-episode.ts";
import { explainEpisode } from "./explain-episode.ts";

test("an explanation has the score, the truth, each component with what it earned and each condition with its evidence", async () => {
  const { host, recording } = recordEpisode(createToyHost());
  const episodeId = "e";
  await host.reset({ episodeId, taskUri: "kubedrill://toy/count", seed: "1", limits: {}, views: [] });
  await host.step({ episodeId, stepIndex: 0, actions: [{ body: { kind: "tool", name: "say", argumentsJson: "done" } }] });
  const outcome = await host.reward({ episodeId, finalize: true, explain: true });
  const checks = [
    { name: "pods-run", group: "defect-gone", weight: 1, held: true, evidence: "1 of 1\nready" },
    { name: "answers", group: "service-restored", weight: 1, held: false, evidence: "HTTP 503" },
  ];
  const explanation = { truth: [{ resource: "service/a", faultType: "service-missing" }], checks };
  const text = explainEpisode({ ...recording()!, reward: { ...outcome, explanation } });
  expect(text.split("\n")).toEqual([
    "kubedrill://toy/count seed 1: 1.000 (AGENT_SUBMITTED)",
    "",
    "wrong was: service-missing of service/a",
    "",
    "component   weight  earned  why",
    "mitigation    1.00   1.000",
    "",
    "condition  group             held  why",
    "pods-run   defect-gone       yes   1 of 1 ready",
    "answers    service-restored  NO    HTTP 503",
  ]);
});
