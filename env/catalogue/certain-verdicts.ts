import { ownObjects } from "#kube/app/baseline.ts";
import { brokenGuards } from "#kube/checks/guards.ts";
import { keptByOperator } from "#kube/listings/kept-by-operator.ts";
import { listObjects } from "#kube/verbs/list.ts";
import type { Episode } from "../loop/episode.ts";
import type { Incident } from "../loop/incident.ts";
import { isLeftUnmended, leavesWriters } from "../loop/settle-world.ts";
import { startNoise } from "../loop/start-noise.ts";

/** True if an episode cannot be graded as repaired any more, unless the agent goes on: a defect is left that only a write could mend. */
export const cannotBeRepaired = async ({ slot, judge, incident }: Episode): Promise<boolean> =>
  await isLeftUnmended(slot, await judge.judge(), incident.oracle.looks);

/**
 * Most that an episode can still earn, unless the agent goes on; undefined where only grading tells.
 *
 * Where the world is what it would be had nobody acted, or has lost something for good, nothing is paid but the diagnosis.
 */
export const boundOfReturn = async (episode: Episode): Promise<number | undefined> => {
  const { incident, ledger } = episode;
  if (incident.truth.length === 0 || episode.ending !== undefined) return undefined;
  const isBounded = (await isAsIfIdle(episode)) || (await hasLostForGood(episode));
  return isBounded ? (ledger.total().components.find(({ name }) => name === "diagnosis")?.contribution ?? 0) : undefined;
};

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
