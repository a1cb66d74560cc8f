import { beforeAll, expect, test } from "vitest";
import { DrillError } from "#core/drill-error.ts";
import { createRng, type Rng } from "#core/rng.ts";
import { loadPolicies, planEpisode } from "#env/catalogue/load-policies.ts";
import { createEpisodeHost } from "#env/host/episode-host.ts";
import { actionOf } from "#env/host/play-episode.ts";
import { createIncidentCache } from "#env/loop/incident-cache.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Backend, Slot } from "#pool/backend.ts";
import { createMemoryRoom } from "#pool/memory/memory-room.ts";
import type { Policy } from "#problems/policy.ts";
import { rounds, seedOf } from "../sample.ts";

/** A switch that makes calls fail at random, and records whether one did. */
interface Sabotage {
  isOn: boolean;
  hit: boolean;
  readonly rng: Rng;
}

const EPISODES = rounds(500, { what: "episodes with failures at random", most: 40 });
const FIRST = seedOf("episodes with failures at random");

let open: OpenHost;
let policies: readonly Policy[];

beforeAll(async () => {
  open = await openHost({ variant: "standard" });
  policies = (await loadPolicies()).filter(({ id }) => id === "answer-key" || id === "no-op" || id === "random");
});

test("of many episodes with slots, injections and oracles that fail at random, none that was hit carries a reward", async () => {
  const tasks = open.catalogue.list({ splits: ["train", "eval", "holdout"] });
  const outcomes = { hit: 0, untouched: 0 };
  for (let i = FIRST; i < FIRST + EPISODES; i++) {
    const rng = createRng(`sabotage ${i}`);
    const sabotage: Sabotage = { isOn: false, hit: false, rng: rng.stream("calls") };
    const { uri } = rng.pick(tasks);
    const isScored = await playSabotaged(uri, `${i}`, rng, sabotage);
    if (sabotage.hit) expect(isScored, `episode ${i} of ${uri} was hit and carries a reward`).toBe(false);
    else expect(isScored, `episode ${i} of ${uri} was not hit and carries no reward`).toBe(true);
    outcomes[sabotage.hit ? "hit" : "untouched"] += 1;
  }
  expect(outcomes.hit).toBeGreaterThan(EPISODES / 10);
  expect(outcomes.untouched).toBeGreaterThan(EPISODES / 10);
});

/** Plays an episode whose world starts to fail at a random moment. @returns whether it gave any reward */
const playSabotaged = async (taskUri: string, seed: string, rng: Rng, sabotage: Sabotage): Promise<boolean> => {
  const policy = rng.pick(policies);
  const calls = await planEpisode(open, taskUri, seed, policy);
  const incidents = createIncidentCache({ backend: flaky(open.backend, sabotage), noise: [], decoys: [] }, { room: createMemoryRoom(1) });
  const host = createEpisodeHost({ library: open.library, catalogue: open.catalogue, incidents });
  const failsFrom = rng.int(-1, calls.length + 2);
  const rewards: (number | undefined)[] = [];
  try {
    sabotage.isOn = failsFrom === -1;
    await host.reset({ episodeId: "e", taskUri, seed, limits: {}, views: [{ name: "budget" }] });
    for (const [stepIndex, call] of calls.entries()) {
      sabotage.isOn = stepIndex >= failsFrom;
      const { reward, ending } = await host.step({ episodeId: "e", stepIndex, actions: [actionOf(call)] });
      if (ending !== undefined) rewards.push(reward.reward);
      if (ending !== undefined) break;
    }
    rewards.push((await host.reward({ episodeId: "e", finalize: true, explain: false })).report.reward);
  } catch {
    rewards.push(undefined);
    const record = await host.reward({ episodeId: "e", finalize: true, explain: false }).catch(() => undefined);
    rewards.push(record?.report.reward);
  }
  return rewards.every((reward) => reward !== undefined);
};

const flaky = (backend: Backend, sabotage: Sabotage): Backend => ({
  ...backend,
  lease: async (request) => {
    strike(sabotage);
    return flakySlot(await backend.lease(request), sabotage);
  },
});

const flakySlot = (slot: Slot, sabotage: Sabotage): Slot => ({
  ...slot,
  admin: flakyPort(slot.admin, sabotage),
  // In the midst of an action, any other failure of a simulated cluster is taken for the action's own.
  agent: flakyPort(slot.agent, sabotage, slotLost),
  traffic: async (fromMs, toMs) => {
    strike(sabotage);
    return await slot.traffic(fromMs, toMs);
  },
  confirm: async () => strike(sabotage),
  ...(slot.fork && { fork: (seed?: string) => flakySlot((slot.fork as NonNullable<Slot["fork"]>)(seed), sabotage) }),
});

const flakyPort = (port: ClusterPort, sabotage: Sabotage, failure?: () => Error): ClusterPort => {
  const failing =
    <A, R>(call: (argument: A) => Promise<R>) =>
    async (argument: A): Promise<R> => {
      strike(sabotage, failure);
      return await call(argument);
    };
  return {
    ...port,
    read: failing(port.read),
    write: failing(port.write),
    probe: failing(port.probe),
    exec: failing(port.exec),
    query: failing(port.query),
  };
};

const strike = (sabotage: Sabotage, failure: () => Error = connectionLost): void => {
  if (!sabotage.isOn || !sabotage.rng.chance({ numerator: 1, denominator: 40 })) return;
  sabotage.hit = true;
  throw failure();
};

const connectionLost = (): Error => new Error("connection to the cluster lost");
const slotLost = (): Error => new DrillError("SLOT_LOST", "the cluster is gone");
