import type { ToolCall } from "#core/tool-call.ts";
import { ownObjects } from "#kube/app/baseline.ts";
import { brokenGuards } from "#kube/checks/guards.ts";
import { keptByOperator } from "#kube/listings/kept-by-operator.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { PARTIAL_CREDIT } from "#rewards/partial-credit.ts";
import type { Episode } from "../loop/episode.ts";
import type { Incident } from "../loop/incident.ts";
import { isLeftUnmended, leavesWriters } from "../loop/settle-world.ts";
import { startNoise } from "../loop/start-noise.ts";
import { isUndeclared } from "./undeclared-deeds.ts";

/** True if an episode cannot be graded as repaired any more, unless the agent goes on: a defect is left that only a write could mend. */
export const cannotBeRepaired = async ({ slot, judge, incident }: Episode): Promise<boolean> =>
  await isLeftUnmended(slot, await judge.judge(), incident.oracle.looks);

/**
 * Most that an episode can still earn, unless the agent goes on; undefined where only grading tells.
 *
 * Where the world is what it would be had nobody acted, or has lost something for good, nothing is paid for it. Where a defect is left that
 * only a write could mend, no more is paid than for a part of a repair and for all errors. What was said and what was damaged stays.
 */
export const boundOfReturn = async (episode: Episode, deeds: readonly ToolCall[]): Promise<number | undefined> => {
  const { incident, ledger } = episode;
  if (incident.truth.length === 0 || episode.ending !== undefined) return undefined;
  const { mitigation = 0, slo = 0 } = ledger.base as Readonly<Record<string, number>>;
  const isWorthless = (!deeds.some(isUndeclared) && (await isAsIfIdle(episode))) || (await hasLostForGood(episode));
  if (!isWorthless && !(await cannotBeRepaired(episode))) return undefined;
  const ofWorld = isWorthless ? 0 : PARTIAL_CREDIT * mitigation + slo;
  return ledger.total().components.reduce((sum, { name, contribution = 0 }) => (STAYING.has(name) ? sum + contribution : sum), ofWorld);
};

/** Components that are booked as they come about, and do not change by waiting. */
const STAYING: ReadonlySet<string> = new Set(["diagnosis", "collateral"]);

/** True if all objects are as they would be at this instant had nobody acted. */
const isAsIfIdle = async ({ slot, incident }: Episode): Promise<boolean> => {
  const idle = await idleDigest(incident, slot.admin.clock.nowMs());
  return idle !== undefined && idle === (await slot.digest());
};

/** Digest of the state that an incident is in at an instant if nobody acts. */
const idleDigest = async (incident: Incident, atMs: number): Promise<string | undefined> => {
  const copy = incident.slot.fork?.();
  if (copy === undefined) return undefined;
  await startNoise(incident).pass(copy.admin, atMs - copy.admin.clock.nowMs());
  return await copy.digest();
};

/** True if something was lost that nobody puts back: no operator, no autoscaler, nothing that the agent left behind. */
const hasLostForGood = async ({ slot, incident }: Episode): Promise<boolean> => {
  if (leavesWriters(slot)) return false;
  const { baseline, slot: atStart } = incident;
  const forgiven = await brokenGuards(atStart.admin, baseline);
  const lost = (await brokenGuards(slot.admin, baseline)).filter((guard) => !forgiven.includes(guard));
  const isScaled = (await listObjects(slot.admin, { resource: AUTOSCALERS, namespace: slot.namespace })).length > 0;
  return lost.some((guard) => {
    const [, resource = "", name, loss] = /^([^/]+)\/([^:]+):(.*)$/.exec(guard) ?? [];
    const object = ownObjects(baseline, resource).find(({ metadata }) => metadata.name === name);
    return object !== undefined && keptByOperator(object) === undefined && !(isScaled && loss === "replicas");
  });
};

const AUTOSCALERS = "horizontalpodautoscalers.autoscaling";
