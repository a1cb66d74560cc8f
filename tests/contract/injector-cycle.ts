import { expect } from "vitest";
import { createRng } from "#core/rng.ts";
import type { ToolCall } from "#core/tool-call.ts";
import type { ActionOutput, ActionTool } from "#env/actions/action.ts";
import { type Evidence, isShownBy } from "#injectors/evidence.ts";
import type { Injector, Place, Target } from "#injectors/injector.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { brokenGuards } from "#kube/checks/guards.ts";
import type { Check, Oracle } from "#kube/checks/oracle.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { verifyBaseline } from "#pool/baseline/compare-baseline.ts";
import { restoreBaseline } from "#pool/baseline/restore-baseline.ts";
import { standingOracle } from "#problems/standing-oracle.ts";

/** A world in which a fault can be played through its life cycle, simulated or real. */
export interface CycleWorld {
  readonly admin: ClusterPort;
  readonly agent: ClusterPort;
  readonly place: Place;
  readonly baseline: Baseline;
  /** Tools of the agent. */
  readonly tools: readonly ActionTool[];
  /** Timeout for symptoms and repairs, ms. */
  readonly timeoutMs: number;
}

/** Finds the target of this name, as the injector enumerates it in this world. */
export const findTarget = async ({ admin, place }: CycleWorld, injector: Injector, resource: string): Promise<Target> => {
  const { targets, excluded } = await injector.targets(admin, place);
  const target = targets.find((candidate) => candidate.resource === resource);
  expect(
    target,
    `${injector.id} lists ${resource}; it lists ${targets.map((t) => t.resource)} and excludes ${excluded.map((e) => `${e.resource} (${e.reason})`)}`,
  ).toBeDefined();
  return target as Target;
};

/** Number of an expert's alternative repairs; each is a cycle of its own. */
export const waysOf = (world: CycleWorld, injector: Injector, target: Target, seed: string): number =>
  injector.solve(draw(world, injector, target, seed), world.baseline).length;

/**
 * Plays one life cycle of a fault: the oracle holds before, the fault shows when injected and violates the oracle,
 * which holds after the repair, and rolling back restores the baseline, twice. Its evidence shows in between alone.
 */
export const playCycle = async (world: CycleWorld, injector: Injector, target: Target, seed: string, way: number): Promise<void> => {
  const { admin, place, baseline, timeoutMs } = world;
  const params = draw(world, injector, target, seed);
  const own = injector.oracle(params, baseline);
  const before = mergeChecks(own, standingOracle(baseline, new Set()));
  expect(await holdWithin(admin, before, timeoutMs), "the oracle holds before").toEqual([]);
  const saidBefore = await evidenceOf(admin, before);

  for (const evidence of injector.evidence(params, place)) expect(await isShown(world, evidence), `"${evidence.says}" before`).toBe(false);

  await injector.inject(admin, params, place);
  for (const { name, isSeen } of injector.symptoms(params, place)) {
    expect(await admin.clock.until(() => isSeen(admin), { timeoutMs }), `symptom "${name}" is seen`).toBe(true);
  }
  for (const evidence of injector.evidence(params, place))
    expect(await admin.clock.until(() => isShown(world, evidence), { timeoutMs }), `"${evidence.says}" is seen`).toBe(true);
  const checks = mergeChecks(own, standingOracle(baseline, new Set(await brokenGuards(admin, baseline))));
  const violated = await violatedNow(admin, checks);
  expect(violated.length, "the oracle is violated after inject").toBeGreaterThan(0);
  expect(
    violated.filter((said) => saidBefore.includes(said)),
    "what is said of a violated condition is not what is said where it holds",
  ).toEqual([]);

  expect((await needingWrite(admin, own)).length, "conditions or looks that say that waiting repairs nothing").toBeGreaterThan(0);
  await act(world, injector.solve(params, baseline)[way] ?? []);
  expect(await needingWrite(admin, own), "conditions or looks that want more than the expert's writes").toEqual([]);
  expect(await holdWithin(admin, checks, timeoutMs), `the oracle holds after the expert's way ${way}`).toEqual([]);
  for (const trial of own.trials) expect(await trial.run(admin, []), `trial ${trial.name}`).toMatchObject({ held: true });

  for (const time of ["once", "twice"]) {
    await injector.recover?.(admin, params, baseline);
    await restoreBaseline(admin, baseline, { timeoutMs });
    expect((await verifyBaseline(admin, baseline)).differences, `rolled back ${time}`).toEqual([]);
  }
  expect(await holdWithin(admin, before, timeoutMs), "the oracle holds after the rollback").toEqual([]);
};

/** Conditions and looks that say that waiting repairs nothing. */
const needingWrite = async (cluster: ClusterPort, { checks, looks = [] }: Oracle): Promise<readonly string[]> => {
  const names: string[] = [];
  for (const { name, judge } of checks) if ((await judge(cluster)).needsWrite) names.push(name);
  for (const { name, isWriteMissing } of looks) if (await isWriteMissing(cluster)) names.push(name);
  return names;
};

const draw = ({ place }: CycleWorld, injector: Injector, target: Target, seed: string): unknown =>
  injector.params.parse(JSON.parse(JSON.stringify(injector.sample(createRng(seed), target, place))));

const isShown = async (world: CycleWorld, evidence: Evidence): Promise<boolean> =>
  isShownBy((await run(world, evidence.look)).content, evidence);

const act = async (world: CycleWorld, calls: readonly ToolCall[]): Promise<void> => {
  for (const call of calls) {
    const { status, content } = await run(world, call);
    expect(status, `${JSON.stringify(call.arguments)}: ${content}`).toBe("OK");
  }
};

const run = async ({ agent, place, tools }: CycleWorld, call: ToolCall): Promise<ActionOutput> => {
  const tool = tools.find(({ spec }) => spec.name === call.name);
  if (tool === undefined) throw new Error(`there is no tool ${call.name}`);
  return await tool.run({ cluster: agent, namespace: place.namespace, timeoutMs: 120_000 }, call.arguments);
};

const mergeChecks = (...oracles: readonly Oracle[]): readonly Check[] => oracles.flatMap(({ checks }) => checks);

const evidenceOf = async (cluster: ClusterPort, checks: readonly Check[]): Promise<readonly string[]> => {
  const said: string[] = [];
  for (const { name, judge } of checks) said.push(`${name}: ${(await judge(cluster)).evidence}`);
  return said;
};

const violatedNow = async (cluster: ClusterPort, checks: readonly Check[]): Promise<readonly string[]> => {
  const violated: string[] = [];
  for (const { name, judge } of checks) {
    const { held, evidence } = await judge(cluster);
    if (!held) violated.push(`${name}: ${evidence}`);
  }
  return violated;
};

/** Conditions that are still violated once all hold or at the timeout. */
const holdWithin = async (cluster: ClusterPort, checks: readonly Check[], timeoutMs: number): Promise<readonly string[]> => {
  await cluster.clock.until(async () => (await violatedNow(cluster, checks)).length === 0, { timeoutMs });
  return await violatedNow(cluster, checks);
};
