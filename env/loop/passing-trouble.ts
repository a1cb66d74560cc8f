import type { Rng } from "#core/rng.ts";
import type { Injector, Place } from "#injectors/injector.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { Slot } from "#pool/backend.ts";
import { standingOracle } from "#problems/standing-oracle.ts";
import type { ActionTool } from "../actions/action.ts";
import type { InjectedFault } from "./incident.ts";
import { createJudge } from "./judge.ts";
import { targetsOf } from "./lease-variant.ts";

/**
 * Draws a fault that comes and goes before the agent does; undefined: nothing was wrong.
 *
 * Its alerts still fire when the agent comes, as noise that has not died away: the first look at a healthy world says no
 * other things than that at a broken one.
 */
export const drawTrouble = async (
  rng: Rng,
  injectors: readonly Injector[],
  slot: Slot,
  place: Place,
): Promise<InjectedFault | undefined> => {
  if (rng.stream("any").fraction() >= TROUBLED_SHARE) return undefined;
  for (const injector of inDrawnOrder(injectors.filter(isQuicklyMended), rng.stream("kind"))) {
    const targets = await targetsOf(injector, slot);
    if (targets.length === 0) continue;
    const own = rng.stream(injector.id);
    const felt = targets.filter(({ visible }) => visible);
    const isFelt = felt.length > 0 && own.stream("felt").fraction() < FELT_SHARE;
    const target = own.stream("target").pick(isFelt ? felt : targets);
    const params = injector.params.parse(injector.sample(own, target, place));
    return { injector, target: target.resource, visible: target.visible, params };
  }
  return undefined;
};

/** Orders by a hash, so that one more fault changes the first in few cases. */
const inDrawnOrder = (injectors: readonly Injector[], rng: Rng): readonly Injector[] =>
  injectors
    .map((injector) => ({ injector, hash: rng.stream(injector.id).uint32() }))
    .sort((a, b) => a.hash - b.hash || (a.injector.id < b.injector.id ? -1 : 1))
    .map(({ injector }) => injector);

/** Share of the healthy worlds in which something was wrong until a moment ago. */
const TROUBLED_SHARE = 0.85;

/** Share of troubles that users felt, where they can: as often as alerts of their requests fire in faulty worlds. */
const FELT_SHARE = 0.75;

/** True for faults of which nothing is left, and nothing comes, once their objects are as they were. */
const isQuicklyMended = ({ scope, recover, timeline }: Injector): boolean =>
  scope === "namespace" && recover === undefined && timeline === undefined;

/**
 * Mends a fault as a colleague would, and waits until all of the app serves.
 *
 * @throws Error if it does not in time
 */
export const mendTrouble = async (
  slot: Slot,
  { injector, params, target }: InjectedFault,
  { baseline, tools, rng }: { readonly baseline: Baseline; readonly tools: readonly ActionTool[]; readonly rng: Rng },
): Promise<void> => {
  const { admin, namespace } = slot;
  for (const call of rng.stream("way").pick(injector.solve(params, baseline))) {
    const tool = tools.find(({ spec }) => spec.name === call.name);
    await tool?.run({ cluster: admin, namespace, timeoutMs: COMMAND_TIMEOUT_MS }, call.arguments);
  }
  const standing = standingOracle(baseline, new Set()).checks.filter(({ group }) => group === "service-restored");
  const judge = createJudge(admin, [...injector.oracle(params, baseline).checks, ...standing]);
  const isMended = async (): Promise<boolean> => (await judge.judge()).every(({ held }) => held);
  if (!(await admin.clock.until(isMended, { timeoutMs: MENDED_TIMEOUT_MS })))
    throw new Error(`${injector.id} on ${target} is not mended within ${MENDED_TIMEOUT_MS} ms`);
  await admin.clock.sleep(rng.stream("afterwards").int(0, AFTERWARDS_MAX_S) * 1000);
};

const COMMAND_TIMEOUT_MS = 60_000;

/** A container that has crashed often waits up to five minutes for its next start. */
const MENDED_TIMEOUT_MS = 360_000;

const AFTERWARDS_MAX_S = 15;
