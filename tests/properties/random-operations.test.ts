import { beforeAll, expect, test } from "vitest";
import { createRng, type Rng } from "#core/rng.ts";
import type { ActionTool } from "#env/actions/action.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Slot } from "#pool/backend.ts";
import { WORLD_CHECKERS } from "#sim/checkers/world-checkers.ts";
import { sample } from "../sample.ts";
import { mutate } from "./mutations.ts";
import { FINAL_OPERATIONS, OPERATIONS, type Sights } from "./operations.ts";

/** Range of seeds: `KUBEDRILL_SEEDS=40-400` plays those from 40 up to 400. */
const [FIRST = 0, LAST = 29] = (process.env["KUBEDRILL_SEEDS"] ?? "").split("-").filter(Boolean).map(Number);
const SEEDS = sample(
  Array.from({ length: LAST - FIRST + 1 }, (_, i) => FIRST + i),
  { what: "rows of random operations", most: 8 },
);
const OPERATIONS_PER_SEED = 18;

let open: OpenHost;
let kubectl: ActionTool;

beforeAll(async () => {
  open = await openHost({ variant: "standard", checkers: WORLD_CHECKERS });
  kubectl = open.library.tools.find(({ spec }) => spec.name === "kubectl") as ActionTool;
});

test.each(SEEDS)("random operations keep every invariant and end alike, forked or not: seed %i", async (seed) => {
  const straight = await lease(seed);
  const steps: Step[] = [];
  const forksAt = createRng(`${seed}`)
    .stream("fork")
    .int(0, OPERATIONS_PER_SEED - 1);
  let fork: Slot | undefined;
  for (let i = 0; i < OPERATIONS_PER_SEED; i++) {
    if (i === forksAt) fork = straight.fork?.();
    const step = await drawStep(straight, createRng(`${seed}`).stream(`step ${i}`), i);
    steps.push(step);
    await play(straight, step, seed);
  }
  for (const step of steps.slice(forksAt)) {
    if (fork === undefined) break;
    await lookAround(fork);
    await play(fork, step, seed);
  }
  expect(await fork?.digest(), `seed ${seed}: the fork ended elsewhere`).toBe(await straight.digest());
});

const lease = (seed: number): Promise<Slot> =>
  open.backend.lease({ app: "hotel-reservation", scope: "cluster", rights: "cluster", seed: `${seed}` });

/** One operation and the time that passes after it. */
type Step = { readonly waitMs: number } & (
  | { readonly kind: "kubectl"; readonly command: string }
  | { readonly kind: "write"; readonly path: string; readonly body: unknown; readonly patchType?: "merge" | "json" }
);

const drawStep = async (slot: Slot, rng: Rng, index: number): Promise<Step> => {
  const waitMs = rng.pick([0, 300, 2_000, 15_000, 90_000, 400_000]);
  if (index === OPERATIONS_PER_SEED - 1 && rng.chance({ numerator: 1, denominator: 3 }))
    return { kind: "kubectl", command: rng.pick(FINAL_OPERATIONS), waitMs: 300_000 };
  if (rng.chance({ numerator: 1, denominator: 4 })) return { ...(await mutate(slot.admin, slot.namespace, rng)), kind: "write", waitMs };
  const sights = await look(slot);
  for (;;) {
    const command = rng.pick(OPERATIONS)(rng, sights);
    if (command !== undefined) return { kind: "kubectl", command, waitMs };
  }
};

const play = async (slot: Slot, step: Step, seed: number): Promise<void> => {
  try {
    if (step.kind === "kubectl") await run(slot, step.command);
    else await slot.admin.write({ method: "PUT", ...(step.patchType && { method: "PATCH" }), ...step });
    await slot.admin.clock.sleep(step.waitMs);
  } catch (cause) {
    throw new Error(`seed ${seed}: ${JSON.stringify(step)}: ${(cause as Error).message}`, { cause });
  }
};

const run = async ({ agent, namespace }: Slot, command: string): Promise<void> => {
  await kubectl.run({ cluster: agent, namespace, timeoutMs: 60_000 }, { command });
};

/** Reads everything, and checks that reading changes nothing. */
const lookAround = async (slot: Slot): Promise<void> => {
  for (const command of ["get pods -A -o wide", "describe pods", "get events", "describe nodes"]) await run(slot, command);
  await slot.agent.query({ api: "prometheus", path: "/api/v1/query", params: { query: "sum(kube_pod_info)" } });
};

const look = async ({ admin, namespace }: Slot): Promise<Sights> => {
  const names = async (resource: string): Promise<readonly string[]> =>
    (await listObjects<KubeObject>(admin, { resource, namespace })).map(({ metadata }) => metadata.name);
  const workloads: string[] = [];
  for (const kind of ["deployment", "statefulset", "daemonset"])
    workloads.push(...(await names(`${kind}s.apps`)).map((name) => `${kind}/${name}`));
  const nodes = (await listObjects<KubeObject>(admin, { resource: "nodes" })).map(({ metadata }) => metadata.name);
  return {
    workloads,
    nodes,
    pods: await names("pods"),
    services: await names("services"),
    claims: await names("persistentvolumeclaims"),
    configMaps: await names("configmaps"),
  };
};
