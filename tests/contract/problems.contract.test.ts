import { beforeAll, describe, expect, test } from "vitest";
import { loadPolicies } from "#env/catalogue/load-policies.ts";
import { qualifyTask } from "#env/catalogue/qualify.ts";
import type { TaskInfo } from "#env/host/episode-protocol.ts";
import { playEpisode } from "#env/host/play-episode.ts";
import { expertCalls } from "#env/loop/incident.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import { sample } from "../sample.ts";

const SPLITS = ["train", "eval", "holdout"] as const;
const APP = "hotel-reservation";

let open: OpenHost;
let tasks: readonly TaskInfo[];

beforeAll(async () => {
  open = await openHost();
  tasks = open.catalogue.list({ splits: SPLITS });
});

describe("the catalogue", () => {
  test("holds at least 150 pairs, visible and latent ones, two-fault sets and a healthy episode", () => {
    const { pairs, excluded } = open.catalogue.pairsOf(APP);
    expect(pairs.length).toBeGreaterThanOrEqual(150);
    const everywhere = tasks.flatMap(({ tags }) => tags.filter((one) => one.startsWith("fault:")));
    expect(new Set(everywhere).size).toBe(open.library.injectors.length);
    expect(pairs.filter(({ visible }) => visible).length).toBeGreaterThan(pairs.length / 2);
    expect(pairs.filter(({ visible }) => !visible).length).toBeGreaterThan(0);
    for (const { reason } of excluded) expect(reason.length).toBeGreaterThan(10);
    for (const tag of ["single-fault", "multi-fault", "healthy"])
      expect(
        tasks.some(({ tags }) => tags.includes(tag)),
        tag,
      ).toBe(true);
  });

  test("lets no family and target cross from a held-out split into training", () => {
    const single = tasks.filter(({ tags }) => tags.includes("single-fault"));
    const train = tasks.filter(({ split }) => split === "train");
    const heldFamilies = new Set(
      single
        .filter(({ split, tags }) => split === "holdout" || tags.includes("eval:fault"))
        .flatMap(({ tags }) => tags.filter((tag) => tag.startsWith("family:"))),
    );
    const heldTargets = new Set(
      single.filter(({ tags }) => tags.includes("eval:target")).map(({ uri }) => uri.slice(uri.lastIndexOf("/") + 1)),
    );
    expect(heldFamilies.size).toBeGreaterThan(0);
    expect(heldTargets.size).toBeGreaterThan(0);
    for (const { uri, tags } of train) {
      expect(
        tags.filter((tag) => heldFamilies.has(tag)),
        uri,
      ).toEqual([]);
      expect(
        [...heldTargets].filter((name) => new RegExp(`/${name}(&|$)`).test(uri)),
        uri,
      ).toEqual([]);
    }
    for (const split of SPLITS) expect(tasks.filter((task) => task.split === split).length, split).toBeGreaterThan(0);
  });

  test("combines no fault with a ConfigMap that is missing for several components, none of whose new pods starts", () => {
    const sets = tasks.filter(({ tags }) => tags.includes("multi-fault")).map(({ uri }) => uri);
    const shared = open.apps.flatMap(({ record: { name: app, components } }) => {
      const names = components.flatMap(({ configMaps }) => [...new Set(configMaps.map(({ name }) => name))]);
      return names.filter((name, i) => names.indexOf(name) !== i).map((name) => ({ app, name }));
    });
    expect(shared.length).toBeGreaterThan(0);
    for (const { app, name } of shared)
      expect(
        sets.filter((uri) => uri.includes(`//${app}/`) && /[/+]configmap-missing/.test(uri) && uri.includes(`target=configmap/${name}&`)),
      ).toEqual([]);
  });

  test("refuses a URI with another digest, an unknown fault, and a target that the fault does not fit, each with the reason", () => {
    expect(() => open.catalogue.taskOf(`kubedrill://${APP}/healthy@aaaaaaaaaaaaaaaa`)).toThrow(/has the digest/);
    expect(() => open.catalogue.taskOf(`kubedrill://${APP}/no-such-fault`)).toThrow(/there is no fault "no-such-fault"/);
    expect(() => open.catalogue.taskOf(`kubedrill://${APP}/service-missing?target=service/geo`)).toThrow(/no caller finds the component/);
    expect(() => open.catalogue.taskOf("kubedrill://nowhere/healthy")).toThrow(/there is no app "nowhere"/);
  });

  test("draws the same tasks for the same seed, goes on where the cursor stood, and keeps the seeds of splits apart", () => {
    const ask = (n: number, cursor?: string) =>
      open.catalogue.sample({
        filter: {},
        kind: "UNIFORM",
        seed: "5",
        n,
        repeats: 2,
        weights: {},
        ...(cursor === undefined ? {} : { cursor }),
      });
    const whole = ask(6);
    const first = ask(2);
    expect([...first.draws, ...ask(4, first.cursor).draws]).toEqual(whole.draws);
    expect(whole.draws).toHaveLength(12);
    for (const { seed } of whole.draws) expect(BigInt(seed) >> 63n).toBe(0n);
    const held = open.catalogue.sample({ filter: { splits: ["holdout"] }, kind: "SHUFFLED", seed: "5", n: 4, repeats: 1, weights: {} });
    for (const { seed } of held.draws) expect(BigInt(seed) >> 63n).toBe(1n);
  });
});

describe("a task that is played through its whole life", () => {
  test.each(["healthy", "single-fault", "multi-fault"])("the expert earns it, doing nothing and acting blindly do not: %s", async (tag) => {
    const policies = await loadPolicies();
    const some = tasks.filter(({ uri, tags }) => uri.startsWith(`kubedrill://${APP}/`) && tags.includes(tag));
    const two = [some[0], some[Math.floor(some.length / 3)]];
    for (const task of sample(two, { what: "tasks that are played through their whole life", most: 1, by: tag })) {
      const { failures, expert } = await qualifyTask(open, task?.uri ?? "", "11", { policies, breadth: "each" });
      expect(failures).toEqual([]);
      expect(Math.min(...expert)).toBeGreaterThanOrEqual(0.9);
    }
  });

  test("noise and a decoy change nothing for the expert", async () => {
    const uri = `kubedrill://${APP}/service-selector-mismatch?target=service/frontend&noise=pod-kill&decoys=unused-service`;
    const incident = await open.incidents.get(open.catalogue.taskOf(uri), "3");
    const wait = { name: "wait", arguments: { seconds: 900 } };
    const [diagnosis, ...repair] = expertCalls(incident);
    const played = await playEpisode(open.host, { episodeId: "noisy", taskUri: uri, seed: "3", limits: {}, views: [] }, [
      diagnosis as NonNullable<typeof diagnosis>,
      ...repair.slice(0, -1),
      wait,
      ...repair.slice(-1),
    ]);
    expect(played.ending).toMatchObject({ endReason: "AGENT_SUBMITTED", success: true });
    expect(played.steps.map(({ outcome }) => outcome.observation.virtualMs).at(-1)).toBeGreaterThan(900_000);
  });

  test.each([
    ["service-selector-mismatch?nonsense=7", '"nonsense" is no parameter of service-selector-mismatch; there are '],
    ["memory-limit-too-small?limits=7Mi", '"limits" is no parameter of memory-limit-too-small; did you mean limit?'],
    ["memory-limit-too-small?limit=plenty", "limit=plenty is no value of memory-limit-too-small: "],
    ["healthy?limit=7Mi", '"limit" is no parameter of healthy; there are target, noise, decoys, twins, rights, variant'],
    ["healthy?varient=3", '"varient" is no parameter of healthy; did you mean variant?'],
    [
      "memory-limit-too-small+scale-to-zero?limit=7Mi",
      '"limit" is no parameter of memory-limit-too-small+scale-to-zero; did you mean 1.limit?',
    ],
    ["memory-limit-too-small+scale-to-zero?3.limit=7Mi", '"3.limit" is no parameter of '],
    ["memory-limit-too-small?limit=7Mi&limit=8Mi", "limit is given twice"],
  ])("a parameter that would change the name of a task alone is refused: %s", (task, says) => {
    expect(() => open.catalogue.resolve(`kubedrill://${APP}/${task}`)).toThrow(says);
  });

  test.each(["memory-limit-too-small?limit=7Mi", "memory-limit-too-small?1.limit=7Mi", "memory-limit-too-small+scale-to-zero?1.limit=7Mi"])(
    "a parameter that a fault has is pinned: %s",
    (task) => {
      const { faults } = open.catalogue.taskOf(`kubedrill://${APP}/${task}`);
      expect(faults[0]?.pinned).toEqual({ limit: "7Mi" });
    },
  );

  test("an unknown noise or decoy is refused before anything is touched", async () => {
    const reset = (params: string) =>
      open.host.reset({ episodeId: "x", taskUri: `kubedrill://${APP}/healthy?${params}`, seed: "1", limits: {}, views: [] });
    await expect(reset("noise=earthquake")).rejects.toThrow(/there is no noise "earthquake"/);
    await expect(reset("decoys=cardboard")).rejects.toThrow(/there is no decoy "cardboard"/);
  });
});
