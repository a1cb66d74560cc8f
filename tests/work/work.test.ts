import { expect, test } from "vitest";
import { loadPolicies, planEpisode } from "#env/catalogue/load-policies.ts";
import type { Action } from "#env/host/episode-protocol.ts";
import { playEpisode } from "#env/host/play-episode.ts";
import { openHost } from "#env/open/open-host.ts";
import { createSimBackend } from "#pool/backends/sim/sim-backend.ts";
import { countWork, type Work } from "./count-work.ts";

/** Work of a scenario, and the size of its answers. */
interface Cost extends Work {
  /** As JSON, KiB. */
  readonly kib: number;
}

/** Most that each scenario may cost. One that comes to cost half of it gets a new bound, so that nobody loses that again. */
const BOUNDS: Readonly<Record<string, Cost>> = {
  "boot of a baseline with a past": { events: 6_000, writes: 5_000, solves: 35, kib: 1 },
  "first reset": { events: 330, writes: 270, solves: 10, kib: 30 },
  "first reset in a world with fixtures": { events: 950, writes: 480, solves: 10, kib: 30 },
  "reset of a kept incident": { events: 0, writes: 0, solves: 0, kib: 30 },
  "ten steps that read": { events: 5, writes: 5, solves: 1, kib: 40 },
  "replacement of a pod": { events: 60, writes: 35, solves: 4, kib: 4 },
  "episode of the expert": { events: 130, writes: 90, solves: 4, kib: 40 },
};

const APP = "hotel-reservation";
const TASK = "kubedrill://hotel-reservation/service-selector-mismatch?target=service/memcached-rate&variant=standard&noise=none&twins=none";
/** The same beside harmless forms of what faults break, in a world whose fixtures are put there first. */
const FURNISHED = TASK.replace("&twins=none", "");
const VIEWS = [{ name: "text" }];

const kubectl = (command: string): Action => ({ body: { kind: "tool", name: "kubectl", argumentsJson: JSON.stringify({ command }) } });

test("no scenario costs more work than is written down, nor much less", async () => {
  const spent = countWork();
  const open = await openHost();
  const { host } = open;
  const costs: Record<string, Cost> = {};
  const record = (scenario: string, answers: unknown): void => {
    costs[scenario] = { ...spent(), kib: Math.ceil(JSON.stringify(answers ?? "").length / 1024) };
  };
  const reset = async (episodeId: string) => await host.reset({ episodeId, taskUri: TASK, seed: "1", limits: {}, views: VIEWS });
  const stepsOf = async (episodeId: string, actions: readonly Action[]) => {
    const answers: unknown[] = [];
    for (const [stepIndex, action] of actions.entries()) answers.push(await host.step({ episodeId, stepIndex, actions: [action] }));
    return answers;
  };
  await open.backend.provision({ app: APP, slots: 1 });
  spent();
  await createSimBackend({ apps: open.apps }).provision({ app: APP, slots: 1 });
  record("boot of a baseline with a past", undefined);
  record("first reset", await reset("first"));
  record(
    "first reset in a world with fixtures",
    await host.reset({ episodeId: "furnished", taskUri: FURNISHED, seed: "1", limits: {}, views: VIEWS }),
  );
  record("reset of a kept incident", await reset("kept"));
  record(
    "ten steps that read",
    await stepsOf(
      "first",
      ["pods", "events", "services", "endpoints", "deployments", "nodes", "configmaps", "ingresses", "jobs", "pods -o wide"].map((what) =>
        kubectl(`kubectl get ${what}`),
      ),
    ),
  );
  record(
    "replacement of a pod",
    await stepsOf("kept", [
      kubectl("kubectl delete pod -l io.kompose.service=rate --wait=false"),
      kubectl("kubectl rollout status deployment rate"),
    ]),
  );
  const expert = (await loadPolicies()).find(({ id }) => id === "answer-key")!;
  record(
    "episode of the expert",
    await playEpisode(
      host,
      { episodeId: "expert", taskUri: TASK, seed: "1", limits: {}, views: VIEWS },
      await planEpisode(open, TASK, "1", expert),
    ),
  );
  expect(Object.keys(costs)).toEqual(Object.keys(BOUNDS));
  for (const [scenario, cost] of Object.entries(costs)) {
    for (const [name, bound] of Object.entries(BOUNDS[scenario]!) as [keyof Cost, number][]) {
      expect(cost[name], `${name} of the ${scenario}: ${JSON.stringify(cost)}`).toBeLessThanOrEqual(bound);
      expect(2 * cost[name] + SMALL, `${name} of the ${scenario} have come down: ${JSON.stringify(cost)}`).toBeGreaterThanOrEqual(bound);
    }
  }
});

/** Bounds up to this may be far from what is spent. */
const SMALL = 10;
