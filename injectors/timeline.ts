import type { Finding, Trial } from "#kube/checks/oracle.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { LinkEnd, LinkQuality } from "#kube/ports/disturb-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { patchObject } from "#kube/verbs/patch.ts";

/** Acts of a fault after its injection, as data: the Loop plays them, and each episode of an incident has the same. */
export interface Timeline {
  /** In order of their times. */
  readonly acts: readonly TimedAct[];
  /** Span of the acts that set something off and pass, ms after the injection: what they began stays. The symptoms are awaited after it. */
  readonly trigger?: { readonly fromMs: number; readonly toMs: number };
}

/** An act with its time. */
export interface TimedAct {
  /** Time after the injection, ms. */
  readonly atMs: number;
  readonly act: Act;
}

/** One act, through the API or beyond it. */
export type Act =
  | { readonly verb: "create"; readonly resource: string; readonly object: KubeObject }
  /** JSON merge patch of an object in the app's namespace. */
  | { readonly verb: "patch"; readonly resource: string; readonly name: string; readonly patch: object }
  | { readonly verb: "delete"; readonly resource: string; readonly name: string }
  /** Needs `disturb.load`. */
  | { readonly verb: "load"; readonly factor: number }
  /** Needs `disturb.link`. */
  | { readonly verb: "link"; readonly ends: readonly [LinkEnd, LinkEnd]; readonly quality: LinkQuality };

/** Plays one act. @throws ApiError when the server refuses it */
export const playAct = async (cluster: ClusterPort, namespace: string, act: Act): Promise<void> => {
  switch (act.verb) {
    case "create":
      return void (await createObject(cluster, { resource: act.resource, object: act.object }));
    case "patch": {
      const { resource, name, patch } = act;
      return void (await patchObject(cluster, { resource, namespace, name, patchType: "merge", patch }));
    }
    case "delete":
      return void (await deleteObject(cluster, { resource: act.resource, namespace, name: act.name }));
    case "load":
      return await cluster.disturb.load(act.factor);
    case "link":
      return await cluster.disturb.link(act.ends, act.quality);
  }
};

/** Acts of the trigger alone; none where there is no trigger. */
export const triggerActs = ({ acts, trigger }: Timeline): readonly TimedAct[] =>
  trigger === undefined ? [] : acts.filter(({ atMs }) => trigger.fromMs <= atMs && atMs <= trigger.toMs);

/**
 * A trial that lets the trigger come once more: a repair that lasts lets the world recover by itself within `withinMs` of its end.
 *
 * @param isWell judges the world afterwards
 */
export const replayTrigger = (
  namespace: string,
  timeline: Timeline,
  { isWell, withinMs }: { isWell(view: ClusterView): Promise<Finding>; readonly withinMs: number },
): Trial => ({
  name: "trigger-survived",
  group: "defect-gone",
  weight: 1,
  run: async (cluster) => {
    let passedMs = timeline.trigger?.fromMs ?? 0;
    for (const { atMs, act } of triggerActs(timeline)) {
      await cluster.clock.sleep(Math.max(0, atMs - passedMs));
      passedMs = Math.max(passedMs, atMs);
      await playAct(cluster, namespace, act);
    }
    await cluster.clock.until(async () => (await isWell(cluster)).held, { timeoutMs: withinMs });
    return await isWell(cluster);
  },
});
