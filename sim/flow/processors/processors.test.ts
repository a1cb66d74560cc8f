import { expect, test } from "vitest";
import { WORLD_EPOCH_MS } from "#core/clock.ts";
import { createRng } from "#core/rng.ts";
import type { Pod, ResourceRequirements } from "#kube/types/pod.ts";
import { World } from "../../kernel/world.ts";
import { setBusyProgram } from "../../machines/busy-programs.ts";
import { addMachine } from "../../machines/machines.ts";
import { PROCESSES, type Process } from "../../processes/process.ts";
import { BUSY_THREADS, setProcessState } from "../../processes/process-state.ts";
import type { Demand } from "../evaluation/evaluation.ts";
import { createProcessors } from "./processors.ts";

const NODE = "worker-1";
const MOST = { numerator: 7, denominator: 10 };
const HALF = { numerator: 1, denominator: 2 };
const SOME = { numerator: 3, denominator: 10 };

test("three containers share what the machine's own programs leave, by what they request", () => {
  const world = machineOf(2);
  const a = run(world, "a", { requests: { cpu: "100m" } });
  const b = run(world, "b", { requests: { cpu: "300m" } });
  const c = run(world, "c", { requests: { cpu: "500m" } });
  const shared = createProcessors(world, wanting({ a: 2, b: 3, c: 0.1 }), {});
  // 1.75 cores for weights 4, 12 and 20; the third leaves all but a tenth of a core to the others.
  const given = givenOf(shared);
  expect(given["a"]).toBeCloseTo((1.65 * 4) / 16, 9);
  expect(given["b"]).toBeCloseTo((1.65 * 12) / 16, 9);
  expect(given["c"]).toBeCloseTo(0.1, 9);
  expect(shared.coresOf(a)).toBeCloseTo(0.4125, 9);
  expect(shared.coresOf(b)).toBeCloseTo(1.2375, 9);
  expect(shared.coresOf(c)).toBeCloseTo((1.75 * 20) / 36, 9);
  expect([a, b, c].map(shared.shareGiven)).toEqual([expect.closeTo(0.4125 / 2, 9), expect.closeTo(1.2375 / 3, 9), 1]);
});

test("who requests nothing has what the others leave, and a limit is kept whatever is idle", () => {
  const world = machineOf(4);
  const limited = run(world, "limited", { requests: { cpu: "1" }, limits: { cpu: "1500m" } });
  const free = run(world, "free", {});
  const shared = createProcessors(world, wanting({ limited: 3, free: 4 }), {});
  expect(shared.coresOf(limited)).toBe(1.5);
  expect(shared.coresOf(free)).toBeCloseTo(2.25, 9);
});

test("a container that computes without a pause slows those beside it, and one without requests hardly does", () => {
  const slowedBy = (resources: ResourceRequirements): number => {
    const world = machineOf(4);
    const server = run(world, "server", { requests: { cpu: "100m" } });
    setProcessState(world, run(world, "batch", resources), BUSY_THREADS, 8);
    return createProcessors(world, wanting({ server: 0.05 }), {}).coresOf(server);
  };
  // 3.75 cores for weights 4 and 39.
  expect(slowedBy({ requests: { cpu: "1" } })).toBeCloseTo((3.75 * 4) / 43, 9);
  // The groups of the two kinds of pods have weights 4 and 1.
  expect(slowedBy({})).toBeCloseTo((3.75 * 4) / 5, 9);
  // Quota: what it leaves is more than the server can use.
  expect(slowedBy({ requests: { cpu: "1" }, limits: { cpu: "500m" } })).toBeCloseTo(3.25, 9);
});

test("a program of the machine itself competes with all pods together", () => {
  const world = machineOf(2);
  const server = run(world, "server", { requests: { cpu: "100m" } });
  setBusyProgram(world, NODE, 8);
  const [machine] = createProcessors(world, wanting({ server: 0.5 }), {}).watched();
  // Weights of 100 and 79: the pods have 0.88 cores for sure, and use half a core.
  expect(machine?.given.get("busy program")).toBeCloseTo(2 - 0.5 - 0.25, 9);
  const shared = createProcessors(world, wanting({ server: 1.5 }), {});
  expect(shared.coresOf(server)).toBeCloseTo((2 * 79) / 179, 9);
  setBusyProgram(world, NODE, 0);
  expect(createProcessors(world, wanting({ server: 1.5 }), {}).coresOf(server)).toBeCloseTo(1.75, 9);
});

test("nobody is watched where there is enough for all, nor on a node without a machine", () => {
  const world = machineOf(8);
  const server = run(world, "server", { requests: { cpu: "100m" } });
  const elsewhere = run(world, "elsewhere", {}, "worker-2");
  const shared = createProcessors(world, wanting({ server: 3, elsewhere: 400 }), {});
  expect(shared.watched()).toEqual([]);
  expect([shared.coresOf(server), shared.coresOf(elsewhere), shared.shareGiven(elsewhere)]).toEqual([4, 4, 1]);
});

const seeds = Array.from({ length: 60 }, (_, i) => i + 1);

test.each(seeds)("with seed %i a machine gives no more than it has, and leaves nothing idle that is wanted", (seed) => {
  const rng = createRng(`processors ${seed}`).stream("machine");
  const cores = rng.int(1, 8);
  const world = machineOf(cores);
  const cpu = (most: number): string => `${rng.int(1, most)}0m`;
  const names = Array.from({ length: rng.int(1, 8) }, (_, i) => `pod-${i}`);
  const wanted: Record<string, number> = {};
  for (const name of names) {
    const request = rng.chance(MOST) ? { requests: { cpu: cpu(100) } } : {};
    run(world, name, rng.chance(SOME) ? { ...request, limits: { cpu: cpu(300) } } : request);
    wanted[name] = rng.int(1, 3000) / 1000;
  }
  if (rng.chance(HALF)) setBusyProgram(world, NODE, rng.int(1, 8));
  const shared = createProcessors(world, wanting(wanted), {});
  for (const { given, groups } of shared.watched()) {
    const used = [...given.values()].reduce((sum, one) => sum + one, 0);
    expect(used).toBeCloseTo(Math.min(cores, groups.wanted), 9);
  }
  for (const name of names) {
    const process = world.map<Process>(PROCESSES).get(keyOf(name)) as Process;
    const own = givenOf(shared)[name] ?? 0;
    expect(shared.coresOf(process)).toBeGreaterThanOrEqual(own - 1e-9);
    const heavier = { ...process, start: { ...process.start, container: heavy(process.start.container) } };
    world
      .map<Process>(PROCESSES)
      .set(keyOf(name), { ...heavier, start: { ...heavier.start, pod: podOf(name, heavier.start.container.resources ?? {}) } });
    const again = createProcessors(world, wanting(wanted), {});
    expect(again.coresOf(world.map<Process>(PROCESSES).get(keyOf(name)) as Process)).toBeGreaterThanOrEqual(shared.coresOf(process) - 1e-9);
    world.map<Process>(PROCESSES).set(keyOf(name), process);
  }
});

const machineOf = (cores: number): World => {
  const world = new World({ timers: {}, observers: [], config: {} }, "1", WORLD_EPOCH_MS);
  addMachine(world, NODE, cores);
  return world;
};

const keyOf = (name: string): string => `shop/${name}/main`;

const run = (world: World, name: string, resources: ResourceRequirements, node = NODE): Process => {
  const pod = podOf(name, resources, node);
  const process: Process = {
    key: keyOf(name),
    podUid: name,
    start: {
      key: keyOf(name),
      pod,
      container: pod.spec.containers[0] as Pod["spec"]["containers"][number],
      isInit: false,
      restartCount: 0,
      env: {},
      files: {},
      volumes: {},
    },
    program: name,
    startedAtMs: WORLD_EPOCH_MS,
    phase: "running",
    ports: [],
  };
  world.map<Process>(PROCESSES).set(process.key, process);
  return process;
};

const podOf = (name: string, resources: ResourceRequirements, node = NODE): Pod => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "shop" },
  spec: { nodeName: node, containers: [{ name: "main", image: "x", resources }] },
  status: { phase: "Running", qosClass: (resources.requests ?? resources.limits) ? "Burstable" : "BestEffort" },
});

const heavy = (container: Process["start"]["container"]): Process["start"]["container"] => ({
  ...container,
  resources: { ...container.resources, requests: { cpu: "8" } },
});

const wanting = (cores: Readonly<Record<string, number>>): ReadonlyMap<string, Demand> =>
  new Map(Object.entries(cores).map(([name, cpuCores]) => [keyOf(name), { rate: 10, cpuCores, work: { meanMs: 1, variance: 0 } }]));

const givenOf = (shared: ReturnType<typeof createProcessors>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    shared.watched().flatMap(({ given }) => [...given].map(([task, cores]) => [/^shop\/(.+)\/main$/.exec(task)?.[1] ?? task, cores])),
  );
