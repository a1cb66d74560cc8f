import { expect, test, vi } from "vitest";
import type { Injector, Target } from "#injectors/injector.ts";
import type { Fixture } from "#kube/app/fixtures/fixture.ts";
import type { Backend, LeaseRequest, Slot } from "#pool/backend.ts";
import type { Task, TaskVariant } from "#problems/task.ts";
import { leaseVariant } from "./lease-variant.ts";

const target = (resource: string, size = 0): Target => ({ resource, visible: true, facts: { size } });

/** Objects by variant; in each, names have the variant's letter in front. */
const WORLDS: Readonly<Record<string, readonly Target[]>> = {
  a: [target("service/a-geo", 1), target("service/a-web", 1)],
  b: [target("service/b-web", 2)],
  c: [target("service/c-geo", 3), target("service/c-web", 3)],
};

const fakeBackend = () => {
  const released: string[] = [];
  const lease = vi.fn(
    async ({ variant = "a" }: LeaseRequest) => ({ id: variant, baseline: { app: variant }, admin: variant }) as unknown as Slot,
  );
  const release = async ({ id }: Slot) => void released.push(id);
  return { backend: { lease, release } as unknown as Backend, released };
};

const targets = vi.fn(async (view: unknown) => ({ targets: WORLDS[view as string] ?? [], excluded: [] }));
const injector = { id: "broken", scope: "namespace", targets } as unknown as Injector;
const variant = (id: string): TaskVariant => ({
  id,
  nameOf: (published) => published.replace("/", `/${id}-`),
  translate: (published) => published,
});
const taskOn = (resource: string, ids: readonly string[]): Task =>
  ({
    uri: "kubedrill://shop/broken",
    app: "shop",
    scope: "namespace",
    rights: "cluster",
    faults: [{ injector, fixtures: [], candidates: [target(resource)], pinned: {} }],
    variants: ids.map(variant),
  }) as unknown as Task;

const seeds = Array.from({ length: 40 }, (_, i) => `${i}`);
const drawnFor = async (task: Task) =>
  await Promise.all(seeds.map(async (seed) => (await leaseVariant(task, seed, fakeBackend().backend)).slot.id));

test("seeds draw all variants of a task, and equal seeds the same one", async () => {
  const drawn = await drawnFor(taskOn("service/web", ["a", "b", "c"]));
  expect(new Set(drawn)).toEqual(new Set(["a", "b", "c"]));
  expect(await drawnFor(taskOn("service/web", ["a", "b", "c"]))).toEqual(drawn);
});

test("a variant without the target is passed over and its slot given back, and other seeds keep theirs", async () => {
  const all = await drawnFor(taskOn("service/web", ["a", "b", "c"]));
  const some = await drawnFor(taskOn("service/geo", ["a", "b", "c"]));
  expect(new Set(some)).toEqual(new Set(["a", "c"]));
  all.forEach((id, i) => {
    if (id !== "b") expect(some[i]).toBe(id);
  });
  const { backend, released } = fakeBackend();
  await leaseVariant(taskOn("service/geo", ["a", "b", "c"]), seeds[all.indexOf("b")] ?? "", backend);
  expect(released).toEqual(["b"]);
});

test("a target has the name and the facts of its variant", async () => {
  const { candidates } = await leaseVariant(taskOn("service/geo", ["c"]), "1", fakeBackend().backend);
  expect(candidates).toEqual([[{ published: "service/geo", target: target("service/c-geo", 3) }]]);
});

test("where no variant has the target, the error says which lacks what", async () => {
  const lease = leaseVariant(taskOn("service/geo", ["b"]), "1", fakeBackend().backend);
  await expect(lease).rejects.toThrow("in variant b broken cannot be applied to service/geo");
});

test("the spare variant is taken where no other has the target, and only there", async () => {
  const task = (resource: string): Task => ({ ...taskOn(resource, ["b"]), spare: variant("c") });
  expect(new Set(await drawnFor(task("service/geo")))).toEqual(new Set(["c"]));
  expect(new Set(await drawnFor(task("service/web")))).toEqual(new Set(["b"]));
});

test("a slot is asked for with the fixtures of all faults, each once, and the furniture", async () => {
  const [own, other] = [{ id: "own" }, { id: "other" }] as unknown as readonly [Fixture, Fixture];
  const { backend } = fakeBackend();
  const task = taskOn("service/web", ["a"]);
  const faults = [task.faults[0]!, task.faults[0]!].map((fault) => ({ ...fault, fixtures: [own] }));
  await leaseVariant({ ...task, faults }, "1", backend, [other]);
  expect(vi.mocked(backend.lease).mock.calls[0]?.[0]).toMatchObject({ fixtures: [own], furniture: [other] });
});

test("furniture that keeps a fault from all of its targets is left out", async () => {
  const { backend } = fakeBackend();
  const lease = async ({ furniture = [], variant: id = "a" }: LeaseRequest): Promise<Slot> => {
    const app = furniture.length > 0 ? `${id} furnished` : id;
    return { id, baseline: { app }, admin: app } as unknown as Slot;
  };
  const autoscaler = { id: "hpas" } as unknown as Fixture;
  const { slot, candidates } = await leaseVariant(taskOn("service/web", ["a", "b"]), "1", { ...backend, lease } as Backend, [autoscaler]);
  expect(candidates[0]).toHaveLength(1);
  expect(`${slot.admin}`).not.toContain("furnished");
});
